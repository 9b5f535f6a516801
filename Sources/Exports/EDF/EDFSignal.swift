/// One signal of an EDF file as it will be stored: a whole number per slot and the line that maps it to its unit.
///
/// The least digital value, -32768, stands for "nothing recorded": its physical value lies outside of what the signal
/// can have, and no sample is stored as it.
struct EDFSignal {
    /// At most 16 characters.
    var label: String
    /// The kind of sensor; at most 80 characters.
    var transducer: String
    /// The unit; at most 8 characters, empty for a pure number.
    var dimension: String
    /// The physical value of -32768; at most 8 characters.
    var physicalMinimum: Int
    /// The physical value of 32767; at most 8 characters.
    var physicalMaximum: Int
    /// Samples in each record.
    var samplesPerRecord: Int
    /// The samples of all records.
    private(set) var samples: [Int16]

    /// What the header says of it.
    var header: EDFSignalHeader {
        EDFSignalHeader(
            label: label, transducer: transducer, dimension: dimension, physicalMinimum: "\(physicalMinimum)",
            physicalMaximum: "\(physicalMaximum)", samplesPerRecord: samplesPerRecord)
    }

    init(
        label: String, transducer: String, dimension: String, limits: ClosedRange<Int>, samplesPerRecord: Int,
        records: Int
    ) {
        self.label = label
        self.transducer = transducer
        self.dimension = dimension
        physicalMinimum = limits.lowerBound
        physicalMaximum = limits.upperBound
        self.samplesPerRecord = samplesPerRecord
        samples = Array(repeating: .min, count: samplesPerRecord * records)
    }

    /// Stores `value` in `slot`; false when the slot does not exist or is taken, or the value is none.
    @discardableResult
    mutating func set(_ value: Double, at slot: Int) -> Bool {
        guard value.isFinite, samples.indices.contains(slot), samples[slot] == .min else { return false }
        let span = Double(physicalMaximum - physicalMinimum)
        let digital = ((value - Double(physicalMinimum)) / span * 65_535).rounded() - 32_768
        samples[slot] = Int16(min(32_767, max(-32_767, digital)))
        return true
    }

    /// Runs of samples without a value.
    var holes: [Range<Int>] {
        var runs: [Range<Int>] = []
        var start: Int?
        for index in 0...samples.count {
            let isHole = index < samples.count && samples[index] == .min
            if isHole, start == nil { start = index }
            if !isHole, let first = start {
                runs.append(first..<index)
                start = nil
            }
        }
        return runs
    }

    /// Limits for a quantity that is never negative: the first of 1, 2, 5, 10, 20 ... that is not below `largest`, and
    /// a tenth of it below zero.
    static func limits(upTo largest: Double, atLeast: Int) -> ClosedRange<Int> {
        var limit = atLeast
        var step = 0
        while Double(limit) < largest, limit < 5_000_000 {
            limit = step % 3 == 1 ? limit / 2 * 5 : limit * 2
            step += 1
        }
        return (-limit / 10)...limit
    }
}
