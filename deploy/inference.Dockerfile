# syntax=docker/dockerfile:1
# The inference service: networks by the Open Inference Protocol, and the image lane beside them.
#
#   docker build -f deploy/inference.Dockerfile -t edgematte-inference .
#   docker run -p 8788:8788 -e INFERENCE_TOKEN=… -v weights:/app/weights --memory 6g edgematte-inference
#
# The image holds no weights of others: the first start fetches them into the volume, under the terms that
# models/isnet-general/README.md states. --build-arg WEIGHTS=included puts them into the image; whoever passes such an
# image on passes them on as well.
#
# NVIDIA GPU: set RUNTIME_IMAGE to an image with Node 22.12 or newer, CUDA 13 and cuDNN 9, set ONNXRUNTIME_INSTALL to
# cuda12, the only name that onnxruntime-node's installer has, which downloads the provider libraries, and run with --gpus all
# -e INFERENCE_PROVIDERS=cuda,cpu. CUDA 13 is what the libraries of the Python package onnxruntime-gpu 1.30.0 want, with which
# the service was measured; readelf -d of those that were downloaded says whether they want it too. The image has not been built
# in this variant.
ARG NODE_IMAGE=node:24-bookworm-slim
ARG RUNTIME_IMAGE=${NODE_IMAGE}

FROM ${NODE_IMAGE} AS build
ARG ONNXRUNTIME_INSTALL=skip
ARG WEIGHTS=mounted
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY clients/typescript/package.json clients/typescript/
COPY lab/package.json lab/
COPY scripts/node/package.json scripts/node/
# No package needs its install script here; that of onnxruntime-node would download GPU libraries.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN if [ "${ONNXRUNTIME_INSTALL}" != skip ]; then \
    cd node_modules/onnxruntime-node && ONNXRUNTIME_NODE_INSTALL="${ONNXRUNTIME_INSTALL}" node script/install.js; fi
# The image names it; the context has no git: --build-arg SERVICE_COMMIT=$(git rev-parse --short=12 HEAD)
ARG SERVICE_COMMIT
RUN npm run build -- --image
RUN mkdir /weights && if [ "${WEIGHTS}" = included ]; then MODELS_DIR=/weights npm run models -- fetch; fi

FROM ${RUNTIME_IMAGE}
WORKDIR /app
ENV NODE_ENV=production \
    INFERENCE_HOST=0.0.0.0 \
    INFERENCE_PORT=8788 \
    MODELS_MANIFEST=/app/models/manifest.json \
    MODELS_DIR=/app/weights \
    npm_config_cache=/tmp/npm
COPY --from=build /app/LICENSE /app/NOTICE ./
COPY --from=build /app/src/inference/native/LICENSES.md ./licences/native-decoders.md
COPY --from=build /app/dist/image ./
COPY --from=build --chown=1000:1000 /weights ./weights
# The user `node` of the official image, by number so that other images work too. /tmp must be writable.
USER 1000:1000
VOLUME /app/weights
EXPOSE 8788
# The first start fetches weights.
HEALTHCHECK --interval=10s --timeout=5s --start-period=600s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.INFERENCE_PORT}/v2/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["sh", "-c", "node models.js fetch && exec node --initial-old-space-size=64 --single-threaded-gc main.js"]
