// The relay over its unix socket, with queues on the disk: round trips one after the other, then promised user infos.
// usage: bench-relay [TRIPS] [MESSAGES]

let words = CommandLine.arguments.dropFirst().compactMap { Int($0) }
try RelayRun(trips: words.first ?? 20_000, messages: words.dropFirst().first ?? 40_000).run()
