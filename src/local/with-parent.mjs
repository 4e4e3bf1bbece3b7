/** Loaded by `--import` into a foreign process: ends it with its parent, whose end the channel of fork reports. */
process.on('disconnect', () => process.exit(0));
// Watching must not keep it alive.
process.channel?.unref();
if (process.connected === false) process.exit(0);
