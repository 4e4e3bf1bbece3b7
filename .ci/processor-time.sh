# For .ci/run: CPU seconds of all that it starts, in hundredths. In a control group of Linux orphans count too; where the system
# lets us make none, those count that somebody waited for.

# What names our group in a hierarchy: the newer kind has one, of the older kind each has its controllers.
newer=$(sed -n 's/^0:://p' /proc/self/cgroup 2>/dev/null)
older=$(sed -nE 's/^[0-9]+:([^:]*,)?cpuacct(,[^:]*)?://p' /proc/self/cgroup 2>/dev/null)
group=
for group_above in "/sys/fs/cgroup$newer" "/sys/fs/cgroup/unified$newer" "/sys/fs/cgroup/cpuacct$older"; do
  # Elsewhere these are plain folders.
  [ -f "$group_above/cgroup.procs" ] && mkdir "$group_above/edgematte-ci-$$" 2>/dev/null || continue
  group=$group_above/edgematte-ci-$$
  if [ -f "$group/cpu.stat" ] || [ -f "$group/cpuacct.usage" ]; then
    if { echo $$ >"$group/cgroup.procs"; } 2>/dev/null; then break; fi
  fi
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
  if [ -n "$group" ] && [ -f "$group/cpu.stat" ]; then
    while read -r key value; do
      [ "$key" = usage_usec ] && hundredths=$((value / 10000))
    done <"$group/cpu.stat"
  elif [ -n "$group" ]; then
    # Nanoseconds.
    hundredths=$(($(<"$group/cpuacct.usage") / 10000000))
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
