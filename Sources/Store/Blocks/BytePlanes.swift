/// Splits numbers into planes of bytes, all first bytes, then all second bytes and so on: the upper bytes of
/// neighbouring samples are alike, and a compressor finds that only when they lie together.
///
/// The filter known from HDF5 as "shuffle", with the values of each axis together.
enum BytePlanes {
    /// The planes of `values`, whose samples have `axes` values each; little-endian.
    static func split(_ values: ArraySlice<Float>, axes: Int) -> [UInt8] {
        let samples = values.count / axes
        return [UInt8](unsafeUninitializedCapacity: values.count * 4) { target, count in
            var place = 0
            for axis in 0..<axes {
                for sample in 0..<samples {
                    let bits = values[values.startIndex + sample * axes + axis].bitPattern
                    for plane in 0..<4 {
                        target[place + plane * samples + sample] = UInt8(truncatingIfNeeded: bits >> (8 * plane))
                    }
                }
                place += samples * 4
            }
            count = values.count * 4
        }
    }

    /// The values whose planes are in `bytes`, which must hold `samples * axes * 4` bytes.
    static func joinFloats(_ bytes: ArraySlice<UInt8>, samples: Int, axes: Int) -> [Float] {
        precondition(bytes.count == samples * axes * 4, "planes do not fit the samples")
        return [Float](unsafeUninitializedCapacity: samples * axes) { target, count in
            var place = bytes.startIndex
            for axis in 0..<axes {
                for sample in 0..<samples {
                    var bits: UInt32 = 0
                    for plane in 0..<4 {
                        bits |= UInt32(bytes[place + plane * samples + sample]) << UInt32(8 * plane)
                    }
                    target[sample * axes + axis] = Float(bitPattern: bits)
                }
                place += samples * 4
            }
            count = samples * axes
        }
    }

    /// The planes of the steps from each value to the next, wrapping.
    static func split(steps values: [Int64]) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: values.count * 8)
        var last: Int64 = 0
        for (index, value) in values.enumerated() {
            let step = UInt64(bitPattern: value &- last)
            last = value
            for plane in 0..<8 { bytes[plane * values.count + index] = UInt8(truncatingIfNeeded: step >> (8 * plane)) }
        }
        return bytes
    }

    /// The values whose steps' planes are in `bytes`, which must hold `count * 8` bytes.
    static func joinSteps(_ bytes: ArraySlice<UInt8>, count: Int) -> [Int64] {
        precondition(bytes.count == count * 8, "planes do not fit the count")
        var last: Int64 = 0
        return (0..<count).map { index in
            var step: UInt64 = 0
            for plane in 0..<8 {
                step |= UInt64(bytes[bytes.startIndex + plane * count + index]) << UInt64(8 * plane)
            }
            last = last &+ Int64(bitPattern: step)
            return last
        }
    }
}
