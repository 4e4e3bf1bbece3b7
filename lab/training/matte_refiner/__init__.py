"""The refiner: draws alpha anew along the band where the matte network leaves pixels unknown, from the photo's own pixels."""
