package import Signals

/// One pulse to pulse interval of an optical sensor: six bytes of a Polar PPI frame of kind 0 (Polar BLE SDK, Online
/// Measurement).
package struct PulseInterval: Hashable, Sendable {
    /// Bytes of one interval.
    static let size = 6

    /// Heart rate in beats per minute; 0 for none.
    package var rate: UInt8
    /// The interval in milliseconds.
    package var interval: UInt16
    /// The device's estimate of its error, in milliseconds.
    package var error: UInt16
    /// The interval is invalid, as the sensor moved.
    package var isBlocked: Bool
    /// Skin contact; nil when the device cannot tell.
    package var contact: Bool?

    /// Reads one interval.
    /// - Throws: `DecodeError` when fewer than six bytes are left.
    package init(_ cursor: inout ByteCursor) throws(DecodeError) {
        rate = try cursor.little(UInt8.self)
        interval = try cursor.little(UInt16.self)
        error = try cursor.little(UInt16.self)
        let flags = try cursor.little(UInt8.self)
        isBlocked = flags & 0x01 != 0
        contact = flags & 0x04 == 0 ? nil : flags & 0x02 != 0
    }
}
