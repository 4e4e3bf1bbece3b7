# libjpeg-turbo, which the crate turbojpeg-sys has with it, and SIMDe's headers, from the wheel cmeel-simde. For ../fetch.sh
crate=turbojpeg-sys-1.2.0
crate_hash=49b5a974bc59382d35927e3a07eef2ba9a24fe7227cefe52ec44b508e1b90f86
dependency='turbojpeg-sys = { version = "=1.2.0", default-features = false }'
wheel_hash=e44917e0dbcd62cb841a9232a06087e74583c5e8366831ea9390400fcc8f50bb

complete_source() {
  echo "cmeel-simde==0.8.2 --hash=sha256:$wheel_hash" >requirements.txt
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes -d . -r requirements.txt
  python3 -m zipfile -e cmeel_simde-0.8.2-0-py3-none-any.whl .
  rm requirements.txt
}
