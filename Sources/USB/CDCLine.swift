import Glibc
import Signals

/// A CDC-ACM serial line over libusb (USB CDC PSTN 1.2): control and data interface are claimed, the device's other
/// interfaces stay with the kernel.
package final class CDCLine: SerialLine {
    private struct Place {
        var control: UInt8
        var data: UInt8
        var input: UInt8
        var output: UInt8
    }

    private let device: USBDevice
    private let context: USBContext
    private let settings: SerialSettings
    private let place: Place
    private let claim = HeldClaim()

    /// A line to the first serial function of `device`; nil when it has none.
    package init?(_ device: USBDevice, settings: SerialSettings = SerialSettings(), context: USBContext) {
        guard let control = device.interfaces.firstIndex(where: { $0.classCode == 2 && $0.subclass == 2 }),
            let data = device.interfaces[control...].first(where: { $0.classCode == 0x0A }),
            let input = data.endpoints.first(where: { $0 & 0x80 != 0 }),
            let output = data.endpoints.first(where: { $0 & 0x80 == 0 })
        else { return nil }
        self.device = device
        self.context = context
        self.settings = settings
        place = Place(control: device.interfaces[control].number, data: data.number, input: input, output: output)
    }

    deinit { close() }

    /// The line's name, such as `USB 1-2, interfaces 1 and 2`.
    package var name: String { "USB \(device.path), interfaces \(place.control) and \(place.data)" }

    /// Claims the interfaces, sets the line up and keeps reads posted.
    package func open(receiving receive: @escaping @Sendable (SerialEvent) -> Void) throws {
        // The kernel's driver sits on both interfaces and leaves both when it is taken off the first.
        let claim = try USBInterfaceClaim(device, interfaces: [place.control, place.data], context: context)
        // SET_LINE_CODING, then SET_CONTROL_LINE_STATE with DTR and RTS. A device may refuse what it has no wires for.
        try? claim.control(
            type: 0x21, request: 0x20, value: 0, index: UInt16(place.control), bytes: settings.lineCoding)
        let lines: UInt16 = (settings.isReady ? 1 : 0) | (settings.asksToSend ? 2 : 0)
        try? claim.control(type: 0x21, request: 0x22, value: lines, index: UInt16(place.control))
        try self.claim.hold(claim, reading: place.input, receive)
    }

    /// Sends bytes.
    package func write(_ bytes: [UInt8]) async throws {
        try await claim.current(device).write(bytes, to: place.output)
    }

    /// Releases the interfaces.
    package func close() {
        claim.close()
    }
}

extension SerialSettings {
    /// The seven bytes of SET_LINE_CODING.
    var lineCoding: [UInt8] {
        let rate = UInt32(clamping: baud)
        let parityCode: UInt8 = parity == .odd ? 1 : parity == .even ? 2 : 0
        return (0..<4).map { UInt8(truncatingIfNeeded: rate >> ($0 * 8)) }
            + [stopBits == 2 ? 2 : 0, parityCode, UInt8(clamping: dataBits)]
    }
}
