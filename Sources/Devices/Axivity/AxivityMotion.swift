/// One line of `STREAM`: a reading of the sensor's registers at that moment, raw.
package struct AxivityMotion: Hashable, Sendable {
    /// Acceleration as raw counts; the range gives their unit.
    package var acceleration: SIMD3<Int16>
    /// Angular velocity in counts; nil for a recorder without a gyroscope.
    package var angularVelocity: SIMD3<Int16>?

    /// Reads `x,y,z` or `x,y,z,gx,gy,gz`; nil for anything else.
    package init?(line: String) {
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count == 3 || fields.count == 6 else { return nil }
        let numbers = fields.compactMap { Int16($0) }
        guard numbers.count == fields.count else { return nil }
        acceleration = SIMD3(numbers[0], numbers[1], numbers[2])
        angularVelocity = numbers.count == 6 ? SIMD3(numbers[3], numbers[4], numbers[5]) : nil
    }
}
