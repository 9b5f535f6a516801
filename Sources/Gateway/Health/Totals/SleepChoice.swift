import Signals
import Store

/// What of a night, noon to noon, was sleep: by one source, and each moment once.
///
/// The source with stages is preferred, then that with more sleep, then by name. Where its samples overlap, the finer word
/// holds: a stage before awake, awake before asleep, and asleep before in bed.
struct SleepChoice {
    /// The night whose samples are chosen from.
    let night: Range<Instant>

    /// The stages that count as sleep.
    static let asleep: Set = ["asleep", "light", "deep", "rem"]
    /// The stages, the most detailed first.
    private static let words = ["deep", "rem", "light", "awake", "asleep", "in_bed"]

    /// The pieces of samples that touch the night, in order; amounts are minutes.
    func pieces(of samples: [HealthSample]) -> [SamplePiece] {
        var sources: [SampleSource.Name: SampleSource] = [:]
        for sample in samples where sample.start < sample.end {
            let name = SampleSource.Name(source: sample.source, device: sample.device ?? "")
            sources[name, default: SampleSource(name: name)].add(sample, seconds: 0)
        }
        let nights = sources.values.map { source in
            let pieces = pieces(of: source)
            let stages = pieces.contains { $0.word != "asleep" && Self.asleep.contains($0.word) }
            let sleep = pieces.reduce(Int128(0)) { Self.asleep.contains($1.word) ? $0 + $1.amount : $0 }
            return (stages: stages, sleep: sleep, name: source.name, pieces: pieces)
        }
        return nights.min { a, b in
            guard a.stages == b.stages else { return a.stages }
            guard a.sleep == b.sleep else { return a.sleep > b.sleep }
            return (a.name.source, a.name.device) < (b.name.source, b.name.device)
        }?.pieces ?? []
    }

    private func pieces(of source: SampleSource) -> [SamplePiece] {
        var taken = TimeSpans()
        var pieces: [SamplePiece] = []
        for word in Self.words {
            let spans = source.samples.filter { HealthKitIdentifier.sleepWord($0.word) == word }.map {
                ($0.start..<$0.end).clamped(to: night)
            }
            var own = TimeSpans()
            own.add(spans)
            for span in own.spans.flatMap(taken.free) {
                let minutes = span.upperBound.seconds(since: span.lowerBound) / 60
                pieces.append(
                    SamplePiece(
                        span: span, amount: SamplePiece.millionths(minutes), step: 1, source: source.name.source,
                        word: word, value: minutes))
            }
            taken.add(spans)
        }
        return pieces.sorted { $0.span.lowerBound < $1.span.lowerBound }
    }
}
