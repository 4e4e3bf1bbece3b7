/** Made by `npm run onnx-code` of onnx.proto: not to be edited. */
import * as $protobuf from "protobufjs";
type Long = ReturnType<$protobuf.Reader['int64']>;
export namespace onnx {

    enum Version {
        _START_VERSION = 0,
        IR_VERSION_2017_10_10 = 1,
        IR_VERSION_2017_10_30 = 2,
        IR_VERSION_2017_11_3 = 3,
        IR_VERSION_2019_1_22 = 4,
        IR_VERSION_2019_3_18 = 5,
        IR_VERSION_2019_9_19 = 6,
        IR_VERSION_2020_5_8 = 7,
        IR_VERSION = 8
    }

    interface IAttributeProto {
        name?: (string|null);
        refAttrName?: (string|null);
        docString?: (string|null);
        type?: (onnx.AttributeProto.AttributeType|null);
        f?: (number|null);
        i?: (number|Long|null);
        s?: (Uint8Array|null);
        t?: (onnx.ITensorProto|null);
        g?: (onnx.IGraphProto|null);
        sparseTensor?: (onnx.ISparseTensorProto|null);
        tp?: (onnx.ITypeProto|null);
        floats?: (number[]|null);
        ints?: ((number|Long)[]|null);
        strings?: (Uint8Array[]|null);
        tensors?: (onnx.ITensorProto[]|null);
        graphs?: (onnx.IGraphProto[]|null);
        sparseTensors?: (onnx.ISparseTensorProto[]|null);
        typeProtos?: (onnx.ITypeProto[]|null);
    }

    class AttributeProto implements IAttributeProto {
        constructor(properties?: onnx.IAttributeProto);
        public name: string;
        public refAttrName: string;
        public docString: string;
        public type: onnx.AttributeProto.AttributeType;
        public f: number;
        public i: (number|Long);
        public s: Uint8Array;
        public t?: (onnx.ITensorProto|null);
        public g?: (onnx.IGraphProto|null);
        public sparseTensor?: (onnx.ISparseTensorProto|null);
        public tp?: (onnx.ITypeProto|null);
        public floats: number[];
        public ints: (number|Long)[];
        public strings: Uint8Array[];
        public tensors: onnx.ITensorProto[];
        public graphs: onnx.IGraphProto[];
        public sparseTensors: onnx.ISparseTensorProto[];
        public typeProtos: onnx.ITypeProto[];
        public static create(properties?: onnx.IAttributeProto): onnx.AttributeProto;
        public static encode(message: onnx.IAttributeProto, writer?: $protobuf.Writer): $protobuf.Writer;
        public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): onnx.AttributeProto;
    }

    namespace AttributeProto {

        enum AttributeType {
            UNDEFINED = 0,
            FLOAT = 1,
            INT = 2,
            STRING = 3,
            TENSOR = 4,
            GRAPH = 5,
            SPARSE_TENSOR = 11,
            TYPE_PROTO = 13,
            FLOATS = 6,
            INTS = 7,
            STRINGS = 8,
            TENSORS = 9,
            GRAPHS = 10,
            SPARSE_TENSORS = 12,
            TYPE_PROTOS = 14
        }
    }

    interface IValueInfoProto {
        name?: (string|null);
        type?: (onnx.ITypeProto|null);
        docString?: (string|null);
    }

    class ValueInfoProto implements IValueInfoProto {
        constructor(properties?: onnx.IValueInfoProto);
        public name: string;
        public type?: (onnx.ITypeProto|null);
        public docString: string;
        public static create(properties?: onnx.IValueInfoProto): onnx.ValueInfoProto;
        public static encode(message: onnx.IValueInfoProto, writer?: $protobuf.Writer): $protobuf.Writer;
        public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): onnx.ValueInfoProto;
    }

    interface INodeProto {
        input?: (string[]|null);
        output?: (string[]|null);
        name?: (string|null);
        opType?: (string|null);
        domain?: (string|null);
        attribute?: (onnx.IAttributeProto[]|null);
        docString?: (string|null);
    }

    class NodeProto implements INodeProto {
        constructor(properties?: onnx.INodeProto);
        public input: string[];
        public output: string[];
        public name: string;
        public opType: string;
        public domain: string;
        public attribute: onnx.IAttributeProto[];
        public docString: string;
        public static create(properties?: onnx.INodeProto): onnx.NodeProto;
        public static encode(message: onnx.INodeProto, writer?: $protobuf.Writer): $protobuf.Writer;
        public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): onnx.NodeProto;
    }

    interface ITrainingInfoProto {
        initialization?: (onnx.IGraphProto|null);
        algorithm?: (onnx.IGraphProto|null);
        initializationBinding?: (onnx.IStringStringEntryProto[]|null);
        updateBinding?: (onnx.IStringStringEntryProto[]|null);
    }

    class TrainingInfoProto implements ITrainingInfoProto {
        constructor(properties?: onnx.ITrainingInfoProto);
        public initialization?: (onnx.IGraphProto|null);
        public algorithm?: (onnx.IGraphProto|null);
        public initializationBinding: onnx.IStringStringEntryProto[];
        public updateBinding: onnx.IStringStringEntryProto[];
        public static create(properties?: onnx.ITrainingInfoProto): onnx.TrainingInfoProto;
        public static encode(message: onnx.ITrainingInfoProto, writer?: $protobuf.Writer): $protobuf.Writer;
        public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): onnx.TrainingInfoProto;
    }

    interface IModelProto {
        irVersion?: (number|Long|null);
        opsetImport?: (onnx.IOperatorSetIdProto[]|null);
        producerName?: (string|null);
        producerVersion?: (string|null);
        domain?: (string|null);
        modelVersion?: (number|Long|null);
        docString?: (string|null);
        graph?: (onnx.IGraphProto|null);
        metadataProps?: (onnx.IStringStringEntryProto[]|null);
        trainingInfo?: (onnx.ITrainingInfoProto[]|null);
        functions?: (onnx.IFunctionProto[]|null);
    }

    class ModelProto implements IModelProto {
        constructor(properties?: onnx.IModelProto);
        public irVersion: (number|Long);
        public opsetImport: onnx.IOperatorSetIdProto[];
        public producerName: string;
        public producerVersion: string;
        public domain: string;
        public modelVersion: (number|Long);
        public docString: string;
        public graph?: (onnx.IGraphProto|null);
        public metadataProps: onnx.IStringStringEntryProto[];
        public trainingInfo: onnx.ITrainingInfoProto[];
        public functions: onnx.IFunctionProto[];
        public static create(properties?: onnx.IModelProto): onnx.ModelProto;
        public static encode(message: onnx.IModelProto, writer?: $protobuf.Writer): $protobuf.Writer;
        public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): onnx.ModelProto;
    }

    interface IStringStringEntryProto {
        key?: (string|null);
        value?: (string|null);
    }

    class StringStringEntryProto implements IStringStringEntryProto {
        constructor(properties?: onnx.IStringStringEntryProto);
        public key: string;
        public value: string;
        public static create(properties?: onnx.IStringStringEntryProto): onnx.StringStringEntryProto;
        public static encode(message: onnx.IStringStringEntryProto, writer?: $protobuf.Writer): $protobuf.Writer;
        public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): onnx.StringStringEntryProto;
    }

    interface ITensorAnnotation {
        tensorName?: (string|null);
        quantParameterTensorNames?: (onnx.IStringStringEntryProto[]|null);
    }

    class TensorAnnotation implements ITensorAnnotation {
        constructor(properties?: onnx.ITensorAnnotation);
        public tensorName: string;
        public quantParameterTensorNames: onnx.IStringStringEntryProto[];
        public static create(properties?: onnx.ITensorAnnotation): onnx.TensorAnnotation;
        public static encode(message: onnx.ITensorAnnotation, writer?: $protobuf.Writer): $protobuf.Writer;
        public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): onnx.TensorAnnotation;
    }

    interface IGraphProto {
        node?: (onnx.INodeProto[]|null);
        name?: (string|null);
        initializer?: (onnx.ITensorProto[]|null);
        sparseInitializer?: (onnx.ISparseTensorProto[]|null);
        docString?: (string|null);
        input?: (onnx.IValueInfoProto[]|null);
        output?: (onnx.IValueInfoProto[]|null);
        valueInfo?: (onnx.IValueInfoProto[]|null);
        quantizationAnnotation?: (onnx.ITensorAnnotation[]|null);
    }

    class GraphProto implements IGraphProto {
        constructor(properties?: onnx.IGraphProto);
        public node: onnx.INodeProto[];
        public name: string;
        public initializer: onnx.ITensorProto[];
        public sparseInitializer: onnx.ISparseTensorProto[];
        public docString: string;
        public input: onnx.IValueInfoProto[];
        public output: onnx.IValueInfoProto[];
        public valueInfo: onnx.IValueInfoProto[];
        public quantizationAnnotation: onnx.ITensorAnnotation[];
        public static create(properties?: onnx.IGraphProto): onnx.GraphProto;
        public static encode(message: onnx.IGraphProto, writer?: $protobuf.Writer): $protobuf.Writer;
        public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): onnx.GraphProto;
    }

    interface ITensorProto {
        dims?: ((number|Long)[]|null);
        dataType?: (number|null);
        segment?: (onnx.TensorProto.ISegment|null);
        floatData?: (number[]|null);
        int32Data?: (number[]|null);
        stringData?: (Uint8Array[]|null);
        int64Data?: ((number|Long)[]|null);
        name?: (string|null);
        docString?: (string|null);
        rawData?: (Uint8Array|null);
        externalData?: (onnx.IStringStringEntryProto[]|null);
        dataLocation?: (onnx.TensorProto.DataLocation|null);
        doubleData?: (number[]|null);
        uint64Data?: ((number|Long)[]|null);
    }

    class TensorProto implements ITensorProto {
        constructor(properties?: onnx.ITensorProto);
        public dims: (number|Long)[];
        public dataType: number;
        public segment?: (onnx.TensorProto.ISegment|null);
        public floatData: number[];
        public int32Data: number[];
        public stringData: Uint8Array[];
        public int64Data: (number|Long)[];
        public name: string;
        public docString: string;
        public rawData: Uint8Array;
        public externalData: onnx.IStringStringEntryProto[];
        public dataLocation: onnx.TensorProto.DataLocation;
        public doubleData: number[];
        public uint64Data: (number|Long)[];
        public static create(properties?: onnx.ITensorProto): onnx.TensorProto;
        public static encode(message: onnx.ITensorProto, writer?: $protobuf.Writer): $protobuf.Writer;
        public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): onnx.TensorProto;
    }

    namespace TensorProto {

        enum DataType {
            UNDEFINED = 0,
            FLOAT = 1,
            UINT8 = 2,
            INT8 = 3,
            UINT16 = 4,
            INT16 = 5,
            INT32 = 6,
            INT64 = 7,
            STRING = 8,
            BOOL = 9,
            FLOAT16 = 10,
            DOUBLE = 11,
            UINT32 = 12,
            UINT64 = 13,
            COMPLEX64 = 14,
            COMPLEX128 = 15,
            BFLOAT16 = 16
        }

        interface ISegment {
            begin?: (number|Long|null);
            end?: (number|Long|null);
        }

        class Segment implements ISegment {
            constructor(properties?: onnx.TensorProto.ISegment);
            public begin: (number|Long);
            public end: (number|Long);
            public static create(properties?: onnx.TensorProto.ISegment): onnx.TensorProto.Segment;
            public static encode(message: onnx.TensorProto.ISegment, writer?: $protobuf.Writer): $protobuf.Writer;
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): onnx.TensorProto.Segment;
        }

        enum DataLocation {
            DEFAULT = 0,
            EXTERNAL = 1
        }
    }

    interface ISparseTensorProto {
        values?: (onnx.ITensorProto|null);
        indices?: (onnx.ITensorProto|null);
        dims?: ((number|Long)[]|null);
    }

    class SparseTensorProto implements ISparseTensorProto {
        constructor(properties?: onnx.ISparseTensorProto);
        public values?: (onnx.ITensorProto|null);
        public indices?: (onnx.ITensorProto|null);
        public dims: (number|Long)[];
        public static create(properties?: onnx.ISparseTensorProto): onnx.SparseTensorProto;
        public static encode(message: onnx.ISparseTensorProto, writer?: $protobuf.Writer): $protobuf.Writer;
        public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): onnx.SparseTensorProto;
    }

    interface ITensorShapeProto {
        dim?: (onnx.TensorShapeProto.IDimension[]|null);
    }

    class TensorShapeProto implements ITensorShapeProto {
        constructor(properties?: onnx.ITensorShapeProto);
        public dim: onnx.TensorShapeProto.IDimension[];
        public static create(properties?: onnx.ITensorShapeProto): onnx.TensorShapeProto;
        public static encode(message: onnx.ITensorShapeProto, writer?: $protobuf.Writer): $protobuf.Writer;
        public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): onnx.TensorShapeProto;
    }

    namespace TensorShapeProto {

        interface IDimension {
            dimValue?: (number|Long|null);
            dimParam?: (string|null);
            denotation?: (string|null);
        }

        class Dimension implements IDimension {
            constructor(properties?: onnx.TensorShapeProto.IDimension);
            public dimValue?: (number|Long|null);
            public dimParam?: (string|null);
            public denotation: string;
            public value?: ("dimValue"|"dimParam");
            public static create(properties?: onnx.TensorShapeProto.IDimension): onnx.TensorShapeProto.Dimension;
            public static encode(message: onnx.TensorShapeProto.IDimension, writer?: $protobuf.Writer): $protobuf.Writer;
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): onnx.TensorShapeProto.Dimension;
        }
    }

    interface ITypeProto {
        tensorType?: (onnx.TypeProto.ITensor|null);
        sequenceType?: (onnx.TypeProto.ISequence|null);
        mapType?: (onnx.TypeProto.IMap|null);
        optionalType?: (onnx.TypeProto.IOptional|null);
        sparseTensorType?: (onnx.TypeProto.ISparseTensor|null);
        denotation?: (string|null);
    }

    class TypeProto implements ITypeProto {
        constructor(properties?: onnx.ITypeProto);
        public tensorType?: (onnx.TypeProto.ITensor|null);
        public sequenceType?: (onnx.TypeProto.ISequence|null);
        public mapType?: (onnx.TypeProto.IMap|null);
        public optionalType?: (onnx.TypeProto.IOptional|null);
        public sparseTensorType?: (onnx.TypeProto.ISparseTensor|null);
        public denotation: string;
        public value?: ("tensorType"|"sequenceType"|"mapType"|"optionalType"|"sparseTensorType");
        public static create(properties?: onnx.ITypeProto): onnx.TypeProto;
        public static encode(message: onnx.ITypeProto, writer?: $protobuf.Writer): $protobuf.Writer;
        public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): onnx.TypeProto;
    }

    namespace TypeProto {

        interface ITensor {
            elemType?: (number|null);
            shape?: (onnx.ITensorShapeProto|null);
        }

        class Tensor implements ITensor {
            constructor(properties?: onnx.TypeProto.ITensor);
            public elemType: number;
            public shape?: (onnx.ITensorShapeProto|null);
            public static create(properties?: onnx.TypeProto.ITensor): onnx.TypeProto.Tensor;
            public static encode(message: onnx.TypeProto.ITensor, writer?: $protobuf.Writer): $protobuf.Writer;
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): onnx.TypeProto.Tensor;
        }

        interface ISequence {
            elemType?: (onnx.ITypeProto|null);
        }

        class Sequence implements ISequence {
            constructor(properties?: onnx.TypeProto.ISequence);
            public elemType?: (onnx.ITypeProto|null);
            public static create(properties?: onnx.TypeProto.ISequence): onnx.TypeProto.Sequence;
            public static encode(message: onnx.TypeProto.ISequence, writer?: $protobuf.Writer): $protobuf.Writer;
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): onnx.TypeProto.Sequence;
        }

        interface IMap {
            keyType?: (number|null);
            valueType?: (onnx.ITypeProto|null);
        }

        class Map implements IMap {
            constructor(properties?: onnx.TypeProto.IMap);
            public keyType: number;
            public valueType?: (onnx.ITypeProto|null);
            public static create(properties?: onnx.TypeProto.IMap): onnx.TypeProto.Map;
            public static encode(message: onnx.TypeProto.IMap, writer?: $protobuf.Writer): $protobuf.Writer;
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): onnx.TypeProto.Map;
        }

        interface IOptional {
            elemType?: (onnx.ITypeProto|null);
        }

        class Optional implements IOptional {
            constructor(properties?: onnx.TypeProto.IOptional);
            public elemType?: (onnx.ITypeProto|null);
            public static create(properties?: onnx.TypeProto.IOptional): onnx.TypeProto.Optional;
            public static encode(message: onnx.TypeProto.IOptional, writer?: $protobuf.Writer): $protobuf.Writer;
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): onnx.TypeProto.Optional;
        }

        interface ISparseTensor {
            elemType?: (number|null);
            shape?: (onnx.ITensorShapeProto|null);
        }

        class SparseTensor implements ISparseTensor {
            constructor(properties?: onnx.TypeProto.ISparseTensor);
            public elemType: number;
            public shape?: (onnx.ITensorShapeProto|null);
            public static create(properties?: onnx.TypeProto.ISparseTensor): onnx.TypeProto.SparseTensor;
            public static encode(message: onnx.TypeProto.ISparseTensor, writer?: $protobuf.Writer): $protobuf.Writer;
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): onnx.TypeProto.SparseTensor;
        }
    }

    interface IOperatorSetIdProto {
        domain?: (string|null);
        version?: (number|Long|null);
    }

    class OperatorSetIdProto implements IOperatorSetIdProto {
        constructor(properties?: onnx.IOperatorSetIdProto);
        public domain: string;
        public version: (number|Long);
        public static create(properties?: onnx.IOperatorSetIdProto): onnx.OperatorSetIdProto;
        public static encode(message: onnx.IOperatorSetIdProto, writer?: $protobuf.Writer): $protobuf.Writer;
        public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): onnx.OperatorSetIdProto;
    }

    enum OperatorStatus {
        EXPERIMENTAL = 0,
        STABLE = 1
    }

    interface IFunctionProto {
        name?: (string|null);
        input?: (string[]|null);
        output?: (string[]|null);
        attribute?: (string[]|null);
        node?: (onnx.INodeProto[]|null);
        docString?: (string|null);
        opsetImport?: (onnx.IOperatorSetIdProto[]|null);
        domain?: (string|null);
    }

    class FunctionProto implements IFunctionProto {
        constructor(properties?: onnx.IFunctionProto);
        public name: string;
        public input: string[];
        public output: string[];
        public attribute: string[];
        public node: onnx.INodeProto[];
        public docString: string;
        public opsetImport: onnx.IOperatorSetIdProto[];
        public domain: string;
        public static create(properties?: onnx.IFunctionProto): onnx.FunctionProto;
        public static encode(message: onnx.IFunctionProto, writer?: $protobuf.Writer): $protobuf.Writer;
        public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): onnx.FunctionProto;
    }
}
