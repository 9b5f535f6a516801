import Signals

/// Samples of seconds that are still open, in the order of their stamps.
///
/// One slot of fixed size per second; slots grow together, up to the rate cap, when a faster stream needs it, and
/// then stay, so that nothing is allocated in the steady state.
struct PendingSeconds {
    /// The fate of a sample.
    enum Outcome { case kept, duplicate, overflow }

    private struct Slot {
        var second = Int64.min
        var count = 0
    }

    /// Samples in all slots together.
    private(set) var total = 0
    private var slots: [Slot]
    private var stride = 64
    private let maximum: Int
    private var times: [Int64]
    private var values: [Float]

    /// Slots for `seconds` successive seconds of at most `maximum` samples each.
    init(seconds: Int, maximum: Int) {
        slots = Array(repeating: Slot(), count: seconds)
        self.maximum = maximum
        stride = min(stride, maximum)
        times = Array(repeating: 0, count: seconds * stride)
        values = Array(repeating: 0, count: seconds * stride * 3)
    }

    private func slot(of second: Int64) -> Int {
        let remainder = Int(second % Int64(slots.count))
        return remainder < 0 ? remainder + slots.count : remainder
    }

    /// The number of samples in `second`.
    func count(of second: Int64) -> Int {
        let slot = slots[slot(of: second)]
        return slot.second == second ? slot.count : 0
    }

    /// Puts a sample where its stamp belongs among those of `second`.
    mutating func insert(second: Int64, time: Int64, x: Float, y: Float, z: Float) -> Outcome {
        let index = slot(of: second)
        if slots[index].second != second { slots[index] = Slot(second: second) }
        let count = slots[index].count
        let base = index * stride
        var place = count
        if count > 0, times[base + count - 1] >= time {
            var low = 0
            while low < place {
                let middle = (low + place) / 2
                if times[base + middle] < time { low = middle + 1 } else { place = middle }
            }
            if times[base + place] == time { return .duplicate }
        }
        guard count < maximum else { return .overflow }
        if count == stride { grow() }
        put(slot: index, place: place, count: count, time: time, x, y, z)
        slots[index].count += 1
        total += 1
        return .kept
    }

    /// Puts `count` samples behind those of `second`; false, and nothing done, where they do not all come after these or there
    /// is no room. The stamps of `line` must ascend.
    mutating func append(second: Int64, _ line: Timeline, _ values: UnsafePointer<Float>, count: Int) -> Bool {
        let index = slot(of: second)
        let known = slots[index].second == second ? slots[index].count : 0
        guard count <= maximum - known else { return false }
        guard known == 0 || times[index * stride + known - 1] < line.instant(at: 0).nanoseconds else { return false }
        while known + count > stride { grow() }
        if known == 0 { slots[index] = Slot(second: second) }
        let base = index * stride + known
        times.withUnsafeMutableBufferPointer { times in
            line.forEachInstant(in: 0..<count) { times[base + $0] = $1 }
        }
        self.values.withUnsafeMutableBufferPointer { own in
            guard let start = own.baseAddress else { return }
            (start + 3 * base).update(from: values, count: 3 * count)
        }
        slots[index].count += count
        total += count
        return true
    }

    private mutating func put(slot: Int, place: Int, count: Int, time: Int64, _ x: Float, _ y: Float, _ z: Float) {
        let base = slot * stride
        times.withUnsafeMutableBufferPointer { times in
            values.withUnsafeMutableBufferPointer { values in
                var index = base + count
                while index > base + place {
                    times[index] = times[index - 1]
                    for axis in 0..<3 { values[3 * index + axis] = values[3 * (index - 1) + axis] }
                    index -= 1
                }
                times[index] = time
                values[3 * index] = x
                values[3 * index + 1] = y
                values[3 * index + 2] = z
            }
        }
    }

    /// Hands the values of `second`, three for each sample, to `body` and forgets them.
    mutating func take<Result>(_ second: Int64, _ body: (UnsafePointer<Float>, Int) -> Result) -> Result? {
        let index = slot(of: second)
        let count = count(of: second)
        guard count > 0 else { return nil }
        slots[index] = Slot()
        total -= count
        return values.withUnsafeBufferPointer { values in
            values.baseAddress.map { body($0 + index * stride * 3, count) }
        }
    }

    private mutating func grow() {
        let wider = min(stride * 2, maximum)
        var widerTimes = [Int64](repeating: 0, count: slots.count * wider)
        var widerValues = [Float](repeating: 0, count: slots.count * wider * 3)
        for (index, slot) in slots.enumerated() {
            for sample in 0..<slot.count {
                widerTimes[index * wider + sample] = times[index * stride + sample]
                for axis in 0..<3 {
                    widerValues[(index * wider + sample) * 3 + axis] = values[(index * stride + sample) * 3 + axis]
                }
            }
        }
        (times, values, stride) = (widerTimes, widerValues, wider)
    }
}
