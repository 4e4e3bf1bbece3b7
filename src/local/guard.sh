#!/bin/sh
# Usage: guard.sh PARENT CHILD
# Kills a process once the one that started it is gone: a Node process that is killed cannot end its workerd, which would
# go on as an orphan on the same ledgers. Ends with either of them.

trap '' INT TERM HUP
while kill -0 "$1" && kill -0 "$2"; do sleep 1; done
kill -KILL "$2"
