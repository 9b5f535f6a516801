package import Signals

/// What a Polar sensor has, from the value that is read from its control point: 0x0F and one bit each (Polar BLE SDK, Online
/// Measurement, features).
package struct PolarFeatures: Hashable, Sendable {
    /// The streams that it has.
    package var streams: Set<PolarStream>
    /// Whether it knows SDK mode, which gives other settings and takes away the heart rate.
    package var hasSDKMode: Bool
    /// Whether it records without a link.
    package var recordsOffline: Bool

    /// Reads the value of the control point.
    /// - Throws: `DecodeError` for a value that says nothing of features.
    package init(_ bytes: RawSpan) throws(DecodeError) {
        var cursor = ByteCursor(bytes)
        guard try cursor.little(UInt8.self) == 0x0F else { throw DecodeError(.mismatch("no features"), at: 0) }
        let low = UInt16(try cursor.little(UInt8.self))
        let bits = low | UInt16(cursor.remaining > 0 ? try cursor.little(UInt8.self) : 0) << 8
        let known: [(UInt16, PolarStream)] = [
            (0x0001, .ecg), (0x0002, .ppg), (0x0004, .acceleration), (0x0008, .ppi), (0x0020, .gyroscope),
            (0x0040, .magnetometer), (0x0080, .skinTemperature), (0x0400, .location), (0x0800, .pressure),
            (0x1000, .temperature),
        ]
        streams = Set(known.filter { bits & $0.0 != 0 }.map(\.1))
        hasSDKMode = bits & 0x0200 != 0
        recordsOffline = bits & 0x2000 != 0
    }
}
