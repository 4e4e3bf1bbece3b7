"""KServe's own server with one small model, for our client: `luma` gives the mean of red, green and blue."""

import sys

import numpy as np
from kserve import InferOutput, InferResponse, Model, ModelServer


class Luma(Model):
    """`image` UINT8 [N,8,8,3] gives `matte` UINT8 [N,8,8] and `mean` FP32 [N]."""

    def __init__(self):
        super().__init__("luma")
        self.ready = True

    def get_input_types(self):
        return [{"name": "image", "datatype": "UINT8", "shape": [-1, 8, 8, 3]}]

    def get_output_types(self):
        return [
            {"name": "matte", "datatype": "UINT8", "shape": [-1, 8, 8]},
            {"name": "mean", "datatype": "FP32", "shape": [-1]},
        ]

    def predict(self, payload, headers=None, response_headers=None):
        image = payload.inputs[0].as_numpy().astype(np.float32)
        if image[0, 0, 0, 0] == 255:
            raise ValueError("a run that fails")
        matte = (image.mean(axis=3) + 0.5).astype(np.uint8)
        outputs = []
        for name, datatype, array in [("matte", "UINT8", matte), ("mean", "FP32", image.mean(axis=(1, 2, 3)))]:
            output = InferOutput(name, list(array.shape), datatype)
            output.set_data_from_numpy(array, binary_data=payload.use_binary_outputs)
            outputs.append(output)
        return InferResponse(payload.id, "luma", outputs, use_binary_outputs=payload.use_binary_outputs)


ModelServer(http_port=int(sys.argv[1]), enable_grpc=False, workers=1).start([Luma()])
