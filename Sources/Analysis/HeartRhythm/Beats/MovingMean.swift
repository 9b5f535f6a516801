/// The mean of the last samples of a stream, of fixed number.
struct MovingMean: Sendable {
    private var history: SampleHistory
    private var sum = 0.0
    private let length: Int

    init(length: Int) {
        self.length = max(1, length)
        history = SampleHistory(capacity: self.length)
    }

    mutating func next(_ value: Double) -> Double {
        if history.count >= length { sum -= history[history.count - length] }
        history.append(value)
        sum += value
        // What rounding leaves behind is cleared once per round.
        if history.count.isMultiple(of: length) {
            sum = 0
            for index in (history.count - length)..<history.count { sum += history[index] }
        }
        return sum / Double(min(length, history.count))
    }
}
