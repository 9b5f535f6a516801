/// The running median of all earlier heart rates, in bounded memory: how often each tenth of a beat per minute was.
///
/// All count alike for the first two hours; after that, what is older counts half as much with each further hour, so that
/// an evening is not held against a night.
struct RateMedian: Sendable {
    /// Values, one per 10 s, at whose weight all are halved.
    private static let capacity: Float = 720
    private static let lowest = 20.0
    private static let perUnit = 10.0
    /// Places for 20 to 300 per minute; made with the first value.
    private static let places = 2800

    private var weights: [Float] = []
    private var total: Float = 0
    /// Values that were ever added.
    private(set) var count = 0

    mutating func append(_ rate: Double) {
        guard rate >= Self.lowest, rate <= 300 else { return }
        if weights.isEmpty { weights = Array(repeating: 0, count: Self.places) }
        weights[min(Self.places - 1, Int((rate - Self.lowest) * Self.perUnit))] += 1
        total += 1
        count += 1
        guard total >= Self.capacity else { return }
        for place in weights.indices { weights[place] /= 2 }
        total /= 2
    }

    /// The median, to a twentieth; nil without values.
    var median: Double? {
        guard total > 0 else { return nil }
        var below: Float = 0
        for place in weights.indices {
            below += weights[place]
            if 2 * below >= total { return Self.lowest + (Double(place) + 0.5) / Self.perUnit }
        }
        return nil
    }
}
