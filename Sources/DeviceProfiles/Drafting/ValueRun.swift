/// Values that one characteristic of an unknown device sent, in order, with when they came.
package struct ValueRun: Sendable {
    /// The values.
    package var values: [[UInt8]]
    /// Seconds of their arrivals, of any origin; as many as values.
    package var seconds: [Double]

    /// Values with their arrivals.
    package init(values: [[UInt8]], seconds: [Double]) {
        self.values = values
        self.seconds = seconds
    }

    /// Bytes that every value has.
    var shared: Int { values.map(\.count).min() ?? 0 }
    /// Whether all have the same length.
    var isEven: Bool { values.allSatisfy { $0.count == shared } }

    /// A whole number of each value; `bytes` is at most 4.
    func numbers(at offset: Int, bytes: Int, isBigEndian: Bool = false, isSigned: Bool = false) -> [Int] {
        values.map { Self.number($0, at: offset, bytes: bytes, isBigEndian: isBigEndian, isSigned: isSigned) }
    }

    static func number(_ value: [UInt8], at offset: Int, bytes: Int, isBigEndian: Bool, isSigned: Bool) -> Int {
        var number = 0
        for index in 0..<bytes {
            let place = offset + (isBigEndian ? index : bytes - 1 - index)
            number = number << 8 | (value.indices.contains(place) ? Int(value[place]) : 0)
        }
        let size = 1 << (8 * bytes)
        return isSigned && number >= size / 2 ? number - size : number
    }
}
