# syntax=docker/dockerfile:1
# The inference service: networks by the Open Inference Protocol, and the image lane beside them.
#
#   docker build -f deploy/inference.Dockerfile -t edgematte-inference .
#   docker run -p 8788:8788 -e INFERENCE_TOKEN=… --memory 6g edgematte-inference
#
# The weights are fetched while the image is built, under the terms that models/isnet-general/README.md states. Whoever
# passes the image on passes them on as well.
#
# NVIDIA GPU: set RUNTIME_IMAGE to an image with Node 20.19 or newer, CUDA 12 and cuDNN 9, set ONNXRUNTIME_INSTALL to
# cuda12, which downloads onnxruntime's provider libraries, and run with --gpus all -e INFERENCE_PROVIDERS=cuda,cpu.
# This variant has not been built.
ARG NODE_IMAGE=node:20-bookworm-slim
ARG RUNTIME_IMAGE=${NODE_IMAGE}

FROM ${NODE_IMAGE} AS build
ARG ONNXRUNTIME_INSTALL=skip
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No package needs its install script here; that of onnxruntime-node would download GPU libraries.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build -- --inference
RUN npm run models -- fetch
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && cd node_modules/onnxruntime-node \
  && if [ "${ONNXRUNTIME_INSTALL}" != skip ]; then ONNXRUNTIME_NODE_INSTALL="${ONNXRUNTIME_INSTALL}" node script/install.js; fi \
  && rm -rf bin/napi-v6/darwin bin/napi-v6/win32

FROM ${RUNTIME_IMAGE}
WORKDIR /app
ENV NODE_ENV=production \
    INFERENCE_HOST=0.0.0.0 \
    INFERENCE_PORT=8788 \
    MODELS_DIR=/app/weights
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/src/native/LICENSES.md ./licences/native-decoders.md
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/models ./models
COPY --from=build /app/.edgematte/models ./weights
COPY --from=build /app/dist/inference ./dist/inference
# The user `node` of the official image, by number so that other images work too. /tmp must be writable.
USER 1000:1000
EXPOSE 8788
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.INFERENCE_PORT}/v2/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/inference/main.js"]
