import Signals
import Store

/// Which samples of a day count, where several sources measured the same time.
///
/// The source with the most samples of the day is preferred, then that which covers more of it, then by name. A sample of
/// another counts only in the time in which no preferred source has one, with its share of that time; where whole samples of a
/// preferred source lie within it, as minutes lie within the total of an hour, with no more than goes beyond those.
/// A sample without length stands for its minute.
struct SampleChoice {
    /// The day whose samples are chosen from.
    let day: Range<Instant>
    /// Whether the values add up, as steps do; else each counts whole where it begins, as heart rates do.
    let isAmount: Bool

    private static let minute: Int64 = 60_000_000_000

    /// The pieces of samples that touch the day, ordered by start; those are in order, too.
    func pieces(of samples: [HealthSample]) -> [SamplePiece] {
        var taken = TimeSpans()
        var pieces: [SamplePiece] = []
        var preferred: [CountedPieces] = []
        for source in ranked(samples) {
            let own = pieces.count
            var reach = day.lowerBound
            for sample in source.samples {
                if isAmount, sample.start < sample.end {
                    let span = span(of: sample)
                    // A source's own samples overlap, too: a minute of the day counts once.
                    let free =
                        reach < span.upperBound ? taken.free(in: max(reach, span.lowerBound)..<span.upperBound) : []
                    add(sample, span, free, beyond: preferred, to: &pieces)
                    reach = max(reach, span.upperBound)
                } else if day.contains(sample.start), !taken.contains(sample.start) {
                    pieces.append(moment(sample))
                }
            }
            taken.add(source.samples.map(span))
            preferred.append(CountedPieces(pieces[own...]))
        }
        return pieces.sorted { $0.span.lowerBound < $1.span.lowerBound }
    }

    private func add(
        _ sample: HealthSample, _ span: Range<Instant>, _ free: [Range<Instant>], beyond preferred: [CountedPieces],
        to pieces: inout [SamplePiece]
    ) {
        let whole = sample.start..<sample.end
        let value = sample.value ?? 0
        let step = sample.unit == "count" && value.rounded() == value ? SamplePiece.one : 1
        let amount = SamplePiece.millionths(value)
        let before = { SamplePiece.share(of: amount, in: whole, before: $0, step: step) }
        let found = free.map { part in
            SamplePiece(
                span: part, amount: before(part.upperBound) - before(part.lowerBound), step: step,
                source: sample.source, value: part.lowerBound == sample.start ? value : nil)
        }
        let enclosed = preferred.reduce(Int128(0)) { $0 + $1.amount(within: span) }
        let total = found.reduce(Int128(0)) { $0 + $1.amount }
        let most = max(0, before(span.upperBound) - before(span.lowerBound) - enclosed)
        guard enclosed > 0, total > most else { return pieces += found }
        // Less than its share: shared out anew over the same pieces, again so that differences add up.
        var sum = Int128(0)
        for piece in found {
            var piece = piece
            let done = sum
            sum += piece.amount
            let scaled = { (part: Int128) in
                part == total
                    ? most : Int128((Double(most) * Double(part) / Double(total) / Double(step)).rounded()) * step
            }
            piece.amount = scaled(sum) - scaled(done)
            pieces.append(piece)
        }
    }

    private func moment(_ sample: HealthSample) -> SamplePiece {
        let value = sample.value ?? 0
        return SamplePiece(
            span: sample.start..<sample.start, amount: SamplePiece.millionths(value), step: 1, source: sample.source,
            value: value)
    }

    /// The time within the day that a sample stands for.
    private func span(of sample: HealthSample) -> Range<Instant> {
        if sample.start < sample.end { return (sample.start..<sample.end).clamped(to: day) }
        let into = sample.start.nanoseconds % Self.minute
        let start = sample.start.advanced(byNanoseconds: into < 0 ? -into - Self.minute : -into)
        return (start..<start.advanced(byNanoseconds: Self.minute)).clamped(to: day)
    }

    private func ranked(_ samples: [HealthSample]) -> [SampleSource] {
        var sources: [SampleSource.Name: SampleSource] = [:]
        for sample in samples {
            let name = SampleSource.Name(source: sample.source, device: sample.device ?? "")
            let length = span(of: sample)
            sources[name, default: SampleSource(name: name)].add(
                sample, seconds: length.upperBound.seconds(since: length.lowerBound))
        }
        return sources.values.sorted()
    }
}

/// A program and the device that it names, with the samples of a day.
struct SampleSource: Comparable {
    struct Name: Hashable {
        var source: String
        var device: String
    }

    let name: Name
    private(set) var samples: [HealthSample] = []
    private var seconds = 0.0

    init(name: Name) { self.name = name }

    mutating func add(_ sample: HealthSample, seconds: Double) {
        samples.append(sample)
        self.seconds += seconds
    }

    /// Whether `a` is preferred: more samples, then more time covered, then its name.
    static func < (a: SampleSource, b: SampleSource) -> Bool {
        (-a.samples.count, -a.seconds, a.name.source, a.name.device)
            < (-b.samples.count, -b.seconds, b.name.source, b.name.device)
    }

    static func == (a: SampleSource, b: SampleSource) -> Bool { a.name == b.name }
}

/// What one source counts for, to be summed over stretches of time.
private struct CountedPieces {
    private let spans: [Range<Instant>]
    /// The sum of the amounts before each piece, and of all.
    private let sums: [Int128]

    init(_ pieces: ArraySlice<SamplePiece>) {
        spans = pieces.map(\.span)
        sums = pieces.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.amount) }
    }

    /// What the pieces that lie wholly within a stretch come to.
    func amount(within range: Range<Instant>) -> Int128 {
        let first = index { $0.lowerBound < range.lowerBound }
        let last = index { $0.upperBound <= range.upperBound }
        return first < last ? sums[last] - sums[first] : 0
    }

    /// How many pieces from the first on hold a condition.
    private func index(_ holds: (Range<Instant>) -> Bool) -> Int {
        var low = 0
        var high = spans.count
        while low < high {
            let middle = (low + high) / 2
            if holds(spans[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
