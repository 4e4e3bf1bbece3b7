/**
 * OpenVINO's C interface, as far as it is used here, called through koffi.
 * Functions: https://docs.openvino.ai/2026/api/c_cpp_api/group__ov__c__api.html
 */
import koffi, { type LibraryHandle } from 'koffi';

/** A handle of the library: an opaque pointer. */
export type Handle = object;

/** Type codes of `ov_element_type_e` by datatype of the wire. */
export const elementCodes = {
  BOOL: 1,
  FP16: 3,
  FP32: 4,
  FP64: 5,
  INT8: 7,
  INT16: 8,
  INT32: 9,
  INT64: 10,
  UINT8: 16,
  UINT16: 17,
  UINT32: 18,
  UINT64: 19,
} as const;

/**
 * Loads the library.
 * @param file path of `libopenvino_c`; what it needs is beside it
 * @throws Error where it cannot be loaded
 */
export function openInterface(file: string) {
  const library = koffi.load(file);
  const shape = koffi.struct({ rank: 'int64_t', dims: 'int64_t *' });
  const { checked, making } = callers(library);
  const compileModel = checked(
    'int ov_core_compile_model(void *core, void *model, const char *device, size_t count, _Out_ void **compiled, ...)',
  );
  const tensorFromMemory = library.func('ov_tensor_create_from_host_ptr', 'int', [
    'int',
    shape,
    'void *',
    koffi.out(koffi.pointer('void *')),
  ]);
  const shapeOfTensor = library.func('ov_tensor_get_shape', 'int', ['void *', koffi.out(koffi.pointer(shape))]);
  const freeShape = library.func('ov_shape_free', 'int', [koffi.pointer(shape)]);
  const byteSize = checked('int ov_tensor_get_byte_size(void *tensor, _Out_ size_t *bytes)');
  const elementType = checked('int ov_tensor_get_element_type(void *tensor, _Out_ int *type)');
  const dataOf = making('int ov_tensor_data(void *tensor, _Out_ void **data)');

  return {
    createCore: making('int ov_core_create(_Out_ void **core)'),
    readModel: making('int ov_core_read_model(void *core, const char *file, const char *weights, _Out_ void **model)'),
    /** @param properties of the device, by key */
    compile(core: Handle, model: Handle, properties: Readonly<Record<string, string>>): Handle {
      const words = Object.entries(properties).flat();
      const out: [Handle | null] = [null];
      compileModel(core, model, 'CPU', words.length, out, ...words.flatMap((word) => ['const char *', word]));
      return out[0] as Handle;
    },
    createRequest: making('int ov_compiled_model_create_infer_request(void *compiled, _Out_ void **request)'),
    infer: checked('int ov_infer_request_infer(void *request)'),
    setTensor: checked('int ov_infer_request_set_tensor(void *request, const char *name, void *tensor)'),
    getTensor: making('int ov_infer_request_get_tensor(void *request, const char *name, _Out_ void **tensor)'),
    freeModel: library.func('void ov_model_free(void *model)'),
    freeTensor: library.func('void ov_tensor_free(void *tensor)'),
    /** A tensor over memory that must stay where it is for as long as the tensor is used. */
    tensorOver(code: number, dims: readonly number[], memory: Uint8Array): Handle {
      const out: [Handle | null] = [null];
      const status: number = tensorFromMemory(code, { rank: dims.length, dims }, memory, out);
      if (status !== 0 || out[0] === null) throw new Error(`OpenVINO takes no tensor of shape [${dims.join(', ')}]`);
      return out[0];
    },
    /** Shape, type and a copy of the elements. */
    read(tensor: Handle): { readonly dims: number[]; readonly code: number; readonly data: Uint8Array } {
      const found = { rank: 0, dims: null as Handle | null };
      if (shapeOfTensor(tensor, found) !== 0) throw new Error('OpenVINO gave a tensor without a shape');
      const dims = found.dims ? Array.from(koffi.decode(found.dims, 'int64_t', Number(found.rank)), Number) : [];
      freeShape(found);
      const bytes: [number] = [0];
      const code: [number] = [0];
      byteSize(tensor, bytes);
      elementType(tensor, code);
      const data = new Uint8Array(koffi.view(dataOf(tensor), Number(bytes[0]))).slice();
      return { dims, code: code[0], data };
    },
    namesOf: (compiled: Handle, side: 'input' | 'output') => portNames(library, compiled, side),
  };
}

/** Makers of functions that throw in the library's words. */
function callers(library: LibraryHandle) {
  const lastError = library.func('const char *ov_get_last_err_msg()');
  /** A function that answers with a status; where that is none of success it throws in the library's words. */
  const checked = (declaration: string) => {
    const call = library.func(declaration);
    return (...given: unknown[]): void => {
      const status: number = call(...given);
      if (status !== 0) throw new Error(String(lastError() ?? '').trim() || `OpenVINO answered ${status}`);
    };
  };
  /** The same for a function whose last parameter is where a handle is put. */
  const making = (declaration: string) => {
    const call = checked(declaration);
    return (...given: unknown[]): Handle => {
      const out: [Handle | null] = [null];
      call(...given, out);
      if (out[0] === null) throw new Error('OpenVINO gave no object');
      return out[0];
    };
  };
  return { checked, making };
}

function portNames(library: LibraryHandle, compiled: Handle, side: 'input' | 'output'): string[] {
  const { checked, making } = callers(library);
  const nameOf = checked('int ov_port_get_any_name(void *port, _Out_ void **name)');
  const freeText = library.func('void ov_free(void *text)');
  const count: [number] = [0];
  checked(`int ov_compiled_model_${side}s_size(void *compiled, _Out_ size_t *count)`)(compiled, count);
  const portAt = making(`int ov_compiled_model_${side}_by_index(void *compiled, size_t index, _Out_ void **port)`);
  return Array.from({ length: Number(count[0]) }, (_, index) => {
    const out: [Handle | null] = [null];
    nameOf(portAt(compiled, index), out);
    const name: string = koffi.decode(out[0], 'char', -1);
    freeText(out[0]);
    return name;
  });
}
