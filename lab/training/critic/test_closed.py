"""How a critic is counted. Needs NumPy, Pillow and ONNX Runtime."""

import unittest

try:
    from . import closed
except ModuleNotFoundError:
    closed = None


@unittest.skipIf(closed is None, "NumPy, Pillow or ONNX Runtime is not installed")
class ClosedTest(unittest.TestCase):
    def test_counts_by_verdict_what_each_flags(self):
        measured = {
            "lost": {"uncertainty": 0.1, "failed": 0.55},
            "frayed": {"uncertainty": 0.5, "failed": 0.2},
            "whole": {"uncertainty": 0.49, "failed": 0.54},
        }
        verdicts = {"lost": {"quality": "not"}, "frayed": {"quality": "not"}, "whole": {"quality": "sell"}}
        lines = closed.table(measured, verdicts, 0.55).splitlines()
        self.assertEqual(lines[0], "| Flagged, 3 answers | not | sell | retouch |")
        self.assertEqual(lines[2], "| service | 1 of 2 (50 %; 9-91) | 0 of 1 (0 %; 0-79) | 0 of 0 |")
        self.assertEqual(lines[3], "| critic | 1 of 2 (50 %; 9-91) | 0 of 1 (0 %; 0-79) | 0 of 0 |")
        self.assertEqual(lines[4], "| either | 2 of 2 (100 %; 34-100) | 0 of 1 (0 %; 0-79) | 0 of 0 |")
        self.assertTrue(lines[-1].endswith(": 1.00"))

    def test_refuses_verdicts_of_other_answers(self):
        with self.assertRaises(SystemExit):
            closed.table({"a": {"uncertainty": 0, "failed": 0}}, {"b": {"quality": "sell"}}, 0.55)
