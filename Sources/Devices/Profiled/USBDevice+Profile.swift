import DeviceProfiles
import Signals
import USB

extension USBDevice {
    /// The USB descriptors that profiles are matched against.
    var profileSubject: ProfileSubject {
        .usb(
            ProfileSubject.USBSubject(
                vendor: vendor, product: product, manufacturer: manufacturer, productName: productName, serial: serial,
                interfaces: interfaces.map { [$0.classCode, $0.subclass, $0.protocolCode] }))
    }

    /// Whether it is nothing but a bridge from USB to serial lines, of which the kernel made terminals: anything may be
    /// behind it. Modems, which have more interfaces or speak CDC, are none.
    var isSerialBridge: Bool {
        !serialNodes.isEmpty && interfaces.count <= 4 && interfaces.allSatisfy { $0.classCode == 0xFF }
            && serialNodes.count == interfaces.count
    }

    /// Whether it has what a profile's bytes travel on.
    func carries(_ transport: USBAccess.Transport) -> Bool {
        switch transport {
        case .serial: !serialNodes.isEmpty || interfaces.contains { $0.classCode == 2 && $0.subclass == 2 }
        case .hid: interfaces.contains { $0.classCode == 3 }
        }
    }

    /// The line that a profile describes.
    /// - Throws: `Failure` when there is none, or none that this account may use.
    func line(_ transport: USBAccess.Transport, context: USBContext?) throws -> any SerialLine {
        switch transport {
        case .serial(let line): try openSerial(SerialSettings(line), context: context)
        case .hid: try reportLine(context: context)
        }
    }

    /// The serial line.
    /// - Throws: `Failure` when there is none, or none that this account may use.
    func openSerial(_ settings: SerialSettings, context: USBContext?) throws -> any SerialLine {
        do {
            return try serialLine(settings: settings, context: context)
        } catch let failure as Failure where failure.code == .notPermitted && isSerialBridge {
            // No rule of ours opens what anybody may have plugged in.
            throw Failure(
                .notPermitted,
                "The serial line of \(self) may not be used by this account. Put it into the group of serial lines, "
                    + "`sudo usermod -aG dialout nightjar` for the service, and start it again.")
        }
    }

    /// A stable id: by the serial number, or by the USB path where many bridges of a make share one serial number.
    var profiledID: String {
        let words = (serial ?? "").lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        let isTelling = words.count >= 6 && Set(words).count >= 3
        let place = isTelling ? String(words) : "at-\(path)"
        return "usb-\(Self.digits(vendor))-\(Self.digits(product))-\(place)"
    }

    private static func digits(_ number: UInt16) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 4 - text.utf8.count) + text
    }
}

extension SerialSettings {
    /// The line settings of a profile.
    init(_ line: USBAccess.SerialLine) {
        let parity: Parity =
            switch line.parity {
            case .none: .none
            case .odd: .odd
            case .even: .even
            }
        self.init(baud: line.baud, dataBits: line.dataBits, parity: parity, stopBits: line.stopBits)
        isReady = line.dtr
        asksToSend = line.rts
        latencyMilliseconds = line.latencyMilliseconds
    }
}
