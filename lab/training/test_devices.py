"""Which processors compute in bf16."""

import tempfile
import unittest
from pathlib import Path

from devices import computes_bf16, processor_flags


class ProcessorTest(unittest.TestCase):
    def test_amx_and_avx512_with_bf16_compute_in_bf16(self) -> None:
        self.assertTrue(computes_bf16({"avx2", "amx_bf16", "amx_tile"}))
        self.assertTrue(computes_bf16({"avx2", "avx512f", "avx512_bf16"}))

    def test_others_do_not(self) -> None:
        for flags in (set(), {"avx2", "fma"}, {"avx2", "avx512f", "avx512_vnni"}):
            self.assertFalse(computes_bf16(flags), flags)

    def test_flags_are_those_of_the_first_core(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "cpuinfo"
            file.write_text(
                "processor\t: 0\nmodel name\t: A\nflags\t\t: fpu avx2 amx_bf16\n\nprocessor\t: 1\nflags\t\t: fpu\n"
            )
            self.assertEqual(processor_flags(file), {"fpu", "avx2", "amx_bf16"})

    def test_a_system_that_does_not_say_has_none(self) -> None:
        self.assertEqual(processor_flags(Path("nowhere/cpuinfo")), set())
