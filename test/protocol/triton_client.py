"""Makes every call of Triton's own client, and prints the answers as one JSON object."""

import json
import sys

import numpy as np
import tritonclient.http as triton
from tritonclient.utils import InferenceServerException

address, token = sys.argv[1:]
client = triton.InferenceServerClient(address)


def shown():
    """Headers of a call, made anew for each: the client writes into them."""
    return {"Authorization": f"Bearer {token}"}


def infer(array, *, binary_in, binary_out, outputs=("matte",), name="matte", version="", datatype="UINT8", **more):
    """One run: an array goes in, the answer's arrays come out by their names."""
    image = triton.InferInput("image", list(array.shape), datatype)
    image.set_data_from_numpy(array, binary_data=binary_in)
    wanted = None if outputs is None else [triton.InferRequestedOutput(one, binary_data=binary_out) for one in outputs]
    result = client.infer(name, [image], model_version=version, outputs=wanted, headers=shown(), **more)
    response = result.get_response()
    return {
        "response": {key: response.get(key) for key in ("id", "model_name", "model_version")},
        "binary": ["binary_data_size" in (output.get("parameters") or {}) for output in response["outputs"]],
        "matte": result.as_numpy("matte").tolist(),
    }


def asynchronous(array):
    """The shape of an answer that was not waited for at once."""
    image = triton.InferInput("image", list(array.shape), "UINT8")
    image.set_data_from_numpy(array)
    return client.async_infer("luma", [image], headers=shown()).get_result().as_numpy("matte").shape


def refusal(ask):
    """Status and text of a refusal, as the client understands them; None where there is none."""
    try:
        ask()
    except InferenceServerException as refused:
        return {"status": refused.status(), "message": refused.message()}
    return None


picture = (np.arange(2 * 8 * 8 * 3) % 251).astype(np.uint8).reshape(2, 8, 8, 3)
one = picture[:1]
answers = {
    "red": picture[..., 0].tolist(),
    "live": client.is_server_live(),
    "ready": client.is_server_ready(),
    "model_ready": [
        client.is_model_ready(name, version, headers=shown())
        for name, version in [("matte", ""), ("luma", "1"), ("luma", "2"), ("none", "")]
    ],
    "server": client.get_server_metadata(headers=shown()),
    "metadata": client.get_model_metadata("luma", "1", headers=shown()),
    "runs": {
        f"{'binary' if binary_in else 'json'} in, {'binary' if binary_out else 'json'} out": infer(
            picture, binary_in=binary_in, binary_out=binary_out, request_id="r1", version="1"
        )
        for binary_in in (True, False)
        for binary_out in (True, False)
    },
    "all_outputs": infer(picture, binary_in=True, binary_out=True, outputs=None),
    "asynchronous": asynchronous(one),
    "statistics": client.get_inference_statistics(headers=shown()),
    "statistics_of_one": client.get_inference_statistics("luma", "1", headers=shown()),
    "index": client.get_model_repository_index(headers=shown()),
    "refusals": {
        "unknown model": refusal(lambda: client.get_model_metadata("none", headers=shown())),
        "unknown version": refusal(lambda: infer(one, binary_in=True, binary_out=True, version="2")),
        "unknown output": refusal(lambda: infer(one, binary_in=True, binary_out=True, outputs=("depth",))),
        "wrong shape": refusal(lambda: infer(picture[:, :4], binary_in=True, binary_out=True)),
        "wrong datatype": refusal(lambda: infer(one.astype(np.int8), binary_in=True, binary_out=True, datatype="INT8")),
        "load": refusal(lambda: client.load_model("luma", headers=shown())),
        "unload": refusal(lambda: client.unload_model("luma", headers=shown())),
        "no token": refusal(lambda: client.get_server_metadata()),
    },
}
json.dump(answers, sys.stdout)
