/// Beats in pieces that fit a user info.
///
/// Each piece is `{"rr": [ms…], "t": UTC seconds of its first beat, "chunk": 1…, "of": n, "id": …}`.
package enum BeatChunks {
    /// Bytes that a piece has at most, as a property list.
    package static let limit = 60_000
    /// A number of a list takes at most nine bytes and its reference two.
    static let beatsPerChunk = (limit - 512) / 11

    /// The pieces of a run of beats.
    /// - Parameters:
    ///   - intervals: RR intervals in ms, in order.
    ///   - start: When the first of them ended, UTC seconds.
    ///   - id: A name of the run, so that its pieces find together again.
    package static func payloads(intervals: [Double], start: Double, id: String) -> [RelayPayload] {
        let count = max(1, (intervals.count + beatsPerChunk - 1) / beatsPerChunk)
        var time = start
        return (0..<count).map { index in
            let piece = intervals[index * beatsPerChunk..<min((index + 1) * beatsPerChunk, intervals.count)]
            defer { time += piece.reduce(0, +) / 1000 }
            return [
                "rr": .array(piece.map { .number($0) }), "t": .number(time), "chunk": .number(Double(index + 1)),
                "of": .number(Double(count)), "id": .string(id),
            ]
        }
    }
}
