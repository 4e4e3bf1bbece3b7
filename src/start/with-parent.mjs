/** Loaded by `--import` into a process that is not ours: has it end with its parent, of which the channel of fork tells. */
process.on('disconnect', () => process.exit(0));
// Watching must not keep it alive.
process.channel?.unref();
if (process.connected === false) process.exit(0);
