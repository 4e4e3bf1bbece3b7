"""Training of the `image-type` network: is a picture a photograph or a graphic?

Order of the steps, each a module with `main(argv)`:

1. `prepare`  packages and own generators -> one picture per row of `manifest.jsonl`
2. `dataset`  random variants of the training pictures (re-encoding, backgrounds, crops)
3. `train`    frozen ImageNet features, then the last stages, then the temperature
4. `export`   one ONNX file, uint8 picture in, calibrated probabilities out
5. `evaluate` AUC, accuracy and calibration error on packages that training never saw

Invariant: a package is in exactly one of the splits train, calibration and test.
"""
