#!/bin/sh
# Runs workerd in the place of this shell, no longer than the process that started it. miniflare runs it as its workerd.
#
# EDGEMATTE_WORKERD  the program
# EDGEMATTE_PID_FILE where its process number is written
# EDGEMATTE_LOCK     a named pipe that is held open for as long as workerd lives: see state-lock.ts
# EDGEMATTE_SOCKET   name of the socket of workerd that file descriptor 4 is, if it is open: see kept-port.ts

# Where one has been, miniflare wants another in its place: not on ledgers whose state nobody has looked at.
if [ -s "$EDGEMATTE_PID_FILE" ]; then exit 1; fi

/bin/sh "${0%/*}/guard.sh" "$PPID" "$$" </dev/null >/dev/null 2>&1 3>&- 4>&- &

echo "$$" >"$EDGEMATTE_PID_FILE"
if [ -n "$EDGEMATTE_LOCK" ]; then exec 9<>"$EDGEMATTE_LOCK"; fi
if [ -n "$EDGEMATTE_SOCKET" ]; then
  shift
  set -- serve "--socket-fd=$EDGEMATTE_SOCKET=4" "$@"
fi
exec "$EDGEMATTE_WORKERD" "$@"
