"""The refiner: draws alpha anew along the band where the matte network is unsure, from the photo's own pixels."""
