# For .ci/run: CPU seconds of all that it starts, in hundredths. In a control group of Linux (version 2) orphans count too; where the system
# lets us make none, those count that somebody waited for.

group=
for mount in /sys/fs/cgroup /sys/fs/cgroup/unified; do
  group_above=$mount$(sed -n 's/^0:://p' /proc/self/cgroup 2>/dev/null)
  # Elsewhere these are plain folders.
  [ -f "$group_above/cgroup.procs" ] && mkdir "$group_above/edgematte-ci-$$" 2>/dev/null || continue
  group=$group_above/edgematte-ci-$$
  if [ -f "$group/cpu.stat" ] && { echo $$ >"$group/cgroup.procs"; } 2>/dev/null; then break; fi
  rmdir "$group"
  group=
done

# The group goes when this run does; one that something still runs in stays.
leave_group() {
  [ -n "$group" ] || return 0
  echo $$ >"$group_above/cgroup.procs"
  rmdir "$group" 2>/dev/null
}
trap leave_group EXIT

# Sets `hundredths`.
read_processor_time() {
  local key value stat
  hundredths=0
  if [ -n "$group" ]; then
    while read -r key value; do
      [ "$key" = usage_usec ] && hundredths=$((value / 10000))
    done <"$group/cpu.stat"
  elif [ -r "/proc/$$/stat" ]; then
    # proc(5): the sixteenth and seventeenth fields are those of children. Linux counts in hundredths for programs everywhere.
    stat=$(<"/proc/$$/stat")
    read -r -a stat <<<"${stat##*) }"
    hundredths=$((stat[13] + stat[14]))
  fi
}

# Writes a row for a step. $1: hundredths when it began, $2: its name.
keep_processor_time() {
  local took
  read_processor_time
  took=$((hundredths - $1))
  printf '%d.%02d\t%s\n' $((took / 100)) $((took % 100)) "$2" >>dist/ci/steps.tsv
}
