# libwebp, which the crate libwebp-sys has with it. For ../fetch.sh
crate=libwebp-sys-0.14.4
crate_hash=6b3a87b44e34d17161e4f17d92a463d596cb13825dcd1758ed18fd3a721e189c
dependency='libwebp-sys = "=0.14.4"'

complete_source() { :; }
