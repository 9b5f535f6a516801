/// The last samples of a stream by their number, in a ring.
struct SampleHistory: Sendable {
    private var values: [Double]
    /// Samples that have been put in.
    private(set) var count = 0

    init(capacity: Int) { values = Array(repeating: 0, count: max(1, capacity)) }

    /// The oldest sample that is still there.
    var first: Int { max(0, count - values.count) }

    mutating func append(_ value: Double) {
        values[count % values.count] = value
        count += 1
    }

    /// The sample of a number that is still there.
    subscript(_ index: Int) -> Double { values[index % values.count] }
}
