import Signals

/// A minute that the recorder itself summed up (records 12, 15 and 16).
struct GT3XEpoch {
    /// Counts of y, x and z, the vendor's first, second and third axis, then steps.
    var counts: [Float]
    /// Mean heart rate in beats per minute; nil for none.
    var heartRate: Float?
    /// Illuminance in lux; nil when the record has none.
    var light: Float?
    /// Whether the recorder was worn.
    var isWorn: Bool

    /// Names of ``counts``, as in the vendor's .agd.
    static let axes = ["axis1", "axis2", "axis3", "steps"]
    /// Nanoseconds per epoch.
    static let length: Int64 = 60_000_000_000

    /// Reads a record; nil when it is too short or no epoch.
    init?(_ kind: GT3XRecord.Kind, _ payload: UnsafeRawBufferPointer) {
        var cursor = ByteCursor(payload.bytes)
        guard let first: UInt16 = try? cursor.little(), let second: UInt16 = try? cursor.little(),
            let third: UInt16 = try? cursor.little()
        else { return nil }
        if kind == .epoch2 { guard (try? cursor.skip(2)) != nil else { return nil } }
        if kind != .epoch4 {
            guard let lux: UInt16 = try? cursor.little() else { return nil }
            light = Float(lux)
        }
        guard let steps: UInt8 = try? cursor.little(), let rate: UInt8 = try? cursor.little() else { return nil }
        if kind == .epoch2 { guard (try? cursor.skip(3)) != nil else { return nil } }
        guard let wear: UInt8 = try? cursor.little() else { return nil }
        heartRate = rate == 0 ? nil : Float(rate)
        isWorn = wear == 1
        // Only the last kind begins with x.
        let (y, x) = kind == .epoch4 ? (second, first) : (first, second)
        counts = [Float(y), Float(x), Float(third), Float(steps)]
    }
}
