import Signals

/// Puts frames of several characteristics together where their sequence numbers agree, one axis of a sample each.
///
/// Characteristics come in any order and one may be late or missing: so many numbers wait for their parts, and the oldest
/// makes room. A number that comes back after the counter has rolled over cannot meet its namesake of before.
struct FrameJoiner: Sendable {
    /// Numbers that wait for parts.
    static let window = 4

    /// What has come under one sequence number; an empty part has not come.
    private struct Slot: Sendable {
        var sequence: UInt64?
        var age: UInt64 = 0
        var parts: [[Float]]
    }

    private var slots: [Slot]
    private var age: UInt64 = 0
    private let count: Int
    private let output: FrameFormat.Output
    /// Numbers that were given up because a part of theirs did not come, and have not been told.
    private(set) var missing = 0

    init(_ format: FrameFormat) {
        count = format.parts.count
        output = format.columns.first ?? FrameFormat.Output(channel: .acceleration, unit: .one, axes: [""])
        slots = Array(repeating: Slot(parts: Array(repeating: [], count: count)), count: Self.window)
    }

    /// Takes the part at `place` and puts the whole into `frame` where it was the last.
    /// - Returns: whether it was.
    /// - Throws: `DecodeError` for parts that do not belong together.
    mutating func take(
        _ values: [Float], part place: Int, sequence: UInt64, into frame: inout DecodedFrame
    ) throws(DecodeError) -> Bool {
        guard place < count, !values.isEmpty else { return false }
        let slot = self.slot(of: sequence)
        slots[slot].parts[place].removeAll(keepingCapacity: true)
        slots[slot].parts[place].append(contentsOf: values)
        guard slots[slot].parts.allSatisfy({ !$0.isEmpty }) else { return false }
        slots[slot].sequence = nil
        defer { for part in 0..<count { slots[slot].parts[part].removeAll(keepingCapacity: true) } }
        let length = slots[slot].parts[0].count
        guard slots[slot].parts.allSatisfy({ $0.count == length }) else {
            throw DecodeError(.invalid("the parts of packet \(sequence) hold different numbers of values"), at: 0)
        }
        frame.clear()
        frame.sequence = sequence
        var column = DecodedFrame.Column(output.channel, output.unit, axes: count, values: [])
        column.values.reserveCapacity(length * count)
        for index in 0..<length { for part in 0..<count { column.values.append(slots[slot].parts[part][index]) } }
        frame.columns.append(column)
        return true
    }

    /// Tells once what was given up.
    mutating func takeMissing() -> Int {
        defer { missing = 0 }
        return missing
    }

    /// Forgets what waits: the link is new.
    mutating func reset() {
        for slot in slots.indices { clear(slot) }
        missing = 0
    }

    /// The slot of a number: its own, a free one, or that of the oldest, which is given up.
    private mutating func slot(of sequence: UInt64) -> Int {
        if let known = slots.firstIndex(where: { $0.sequence == sequence }) { return known }
        var chosen = 0
        for index in slots.indices where slots[chosen].sequence != nil {
            if slots[index].sequence == nil || slots[index].age < slots[chosen].age { chosen = index }
        }
        if slots[chosen].sequence != nil {
            missing += 1
            clear(chosen)
        }
        age += 1
        (slots[chosen].sequence, slots[chosen].age) = (sequence, age)
        return chosen
    }

    private mutating func clear(_ slot: Int) {
        slots[slot].sequence = nil
        for part in 0..<count { slots[slot].parts[part].removeAll(keepingCapacity: true) }
    }
}
