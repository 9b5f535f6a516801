/// The last samples of a stream by their number, in a ring.
struct SampleHistory: Sendable {
    private var values: [Double]
    /// Samples that were ever added.
    private(set) var count = 0

    init(capacity: Int) { values = Array(repeating: 0, count: max(1, capacity)) }

    /// The index of the oldest sample that is kept.
    var first: Int { max(0, count - values.count) }

    mutating func append(_ value: Double) {
        values[count % values.count] = value
        count += 1
    }

    /// A kept sample, by its index since the start.
    subscript(_ index: Int) -> Double { values[index % values.count] }
}
