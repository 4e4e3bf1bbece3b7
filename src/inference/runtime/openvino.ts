/** OpenVINO on the processor: the only runtime here that computes float32 files in bfloat16. */
import type { Datatype } from '../../wire/protocol/datatype.ts';
import type { WireTensor } from '../../wire/protocol/tensor.ts';
import type { Handle } from './openvino-interface.ts';
import type { Runtime, RuntimeChoice, Session } from './session.ts';

/** Loads the library. @throws Error where it cannot be loaded */
export async function openOpenVinoRuntime({ library, threads }: RuntimeChoice): Promise<Runtime> {
  if (library === undefined) throw new Error('OpenVINO was not found');
  // Loaded only here: koffi is native code that the other runtimes do without.
  const { elementCodes, openInterface } = await import('./openvino-interface.ts');
  const openVino = openInterface(library);
  const core = openVino.createCore();
  const datatypes = new Map<number, Datatype>(
    Object.entries(elementCodes).map(([datatype, code]) => [code, datatype as Datatype]),
  );

  return {
    async open(file, precision): Promise<Session> {
      const model = openVino.readModel(core, file, null);
      const compiled = openVino.compile(core, model, {
        INFERENCE_NUM_THREADS: String(threads),
        NUM_STREAMS: '1',
        INFERENCE_PRECISION_HINT: precision === 'bf16' ? 'bf16' : 'f32',
        // Several children would pin their threads to the same cores.
        ENABLE_CPU_PINNING: 'NO',
      });
      openVino.freeModel(model);
      const request = openVino.createRequest(compiled);
      const inputNames = openVino.namesOf(compiled, 'input');
      const outputNames = openVino.namesOf(compiled, 'output');
      return {
        inputNames,
        outputNames,
        async run(inputs, outputs) {
          const missing = inputNames.find((name) => !inputs.some((input) => input.name === name));
          if (missing) throw new Error(`The input ${missing} is missing`);
          const tensors: Handle[] = [];
          try {
            for (const { name, datatype, shape, data } of inputs) {
              const tensor = openVino.tensorOver(elementCodes[datatype], shape, data);
              tensors.push(tensor);
              openVino.setTensor(request, name, tensor);
            }
            openVino.infer(request);
            return outputs.map((name): WireTensor => {
              const tensor = openVino.getTensor(request, name);
              tensors.push(tensor);
              const { dims, code, data } = openVino.read(tensor);
              const datatype = datatypes.get(code);
              if (!datatype) throw new Error(`Output ${name} has a type that cannot be served`);
              return { name, datatype, shape: dims, data };
            });
          } finally {
            for (const tensor of tensors) openVino.freeTensor(tensor);
          }
        },
      };
    },
  };
}
