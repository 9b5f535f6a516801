package import Signals

extension WriteTemplate {
    /// The values that placeholders are filled with.
    package struct Context: Sendable {
        /// The chosen settings.
        package var settings: SettingValues
        /// The host's time.
        package var now: Instant
        /// The offset of local time from UTC, in seconds.
        package var zoneSeconds: Int
        /// The device's address in twelve hexadecimal digits; empty where there is none.
        package var address: String
        /// What the device calls itself; empty where it does not.
        package var name: String
        /// Its serial number; empty where it is not known.
        package var serial: String
        /// The first block that is not kept yet; nil outside of an acknowledgement.
        package var index: Int?

        /// Memberwise; what is not given has its default.
        package init(
            settings: SettingValues, now: Instant, zoneSeconds: Int = 0, address: String = "", name: String = "",
            serial: String = ""
        ) {
            self.settings = settings
            self.now = now
            self.zoneSeconds = zoneSeconds
            self.address = address
            self.name = name
            self.serial = serial
        }
    }

    /// The bytes with their holes filled, padded and with the checksum.
    /// - Throws: `Failure` when a setting's value does not fit its form.
    package func bytes(_ context: Context) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        for part in parts {
            switch part {
            case .bytes(let fixed): bytes += fixed
            case .hole(let names, let form): bytes += try Self.fill(names, form, context)
            }
        }
        if let paddedLength, bytes.count < paddedLength {
            bytes += Array(repeating: 0, count: paddedLength - bytes.count)
        }
        if let kind = checksum.flatMap({ FrameCheck.Kind(rawValue: $0.rawValue) }) {
            let check = FrameCheck(kind)
            bytes += Self.little(UInt64(check.value(bytes.span.bytes, upTo: bytes.count)), check.byteCount)
        }
        return bytes
    }

    private static func fill(_ names: [String], _ form: Form, _ context: Context) throws(Failure) -> [UInt8] {
        if form.isClock { return clock(form, context) }
        let text = names.lazy.map { value($0, context) }.first { !$0.isEmpty } ?? ""
        if form == .text { return Array(text.utf8) }
        if form == .last6 { return Array(text.utf8.suffix(6)) }
        guard let number = Int64(text), let bytes = encode(number, form) else {
            throw Failure(
                .usage,
                "“\(text)” does not fit where \(names.joined(separator: " or ")) is written as \(form.rawValue).")
        }
        return bytes
    }

    private static func value(_ name: String, _ context: Context) -> String {
        switch name {
        case "now": String(context.now.nanoseconds / 1_000_000_000)
        case "address": context.address
        case "name": context.name
        case "serial": context.serial
        case "midnight": String(midnight(context))
        case "yesterday": String(midnight(context) - 86_400)
        case "index": context.index.map { String($0) } ?? ""
        default: context.settings[name] ?? ""
        }
    }

    /// The beginning of the day in local time, in seconds of a clock that takes local time for UTC.
    private static func midnight(_ context: Context) -> Int64 {
        let seconds = context.now.nanoseconds / 1_000_000_000 + Int64(context.zoneSeconds)
        return seconds - (seconds % 86_400 + 86_400) % 86_400
    }

    /// The bytes of a number; nil when it does not fit.
    private static func encode(_ number: Int64, _ form: Form) -> [UInt8]? {
        switch form {
        case .u8: return UInt8(exactly: number).map { [$0] }
        case .i8: return Int8(exactly: number).map { [UInt8(bitPattern: $0)] }
        case .u16: return UInt16(exactly: number).map { little(UInt64($0), 2) }
        case .i16: return Int16(exactly: number).map { little(UInt64(UInt16(bitPattern: $0)), 2) }
        case .u32: return UInt32(exactly: number).map { little(UInt64($0), 4) }
        case .i32: return Int32(exactly: number).map { little(UInt64(UInt32(bitPattern: $0)), 4) }
        case .u16be: return UInt16(exactly: number).map { little(UInt64($0), 2).reversed() }
        case .u32be: return UInt32(exactly: number).map { little(UInt64($0), 4).reversed() }
        case .hex32: return UInt32(exactly: number).map { digits(little(UInt64($0), 4)) }
        case .hex16: return UInt16(exactly: number).map { digits(little(UInt64($0), 2)) }
        case .text, .last6, .bcd6, .currentTime, .polarTime: return nil
        }
    }

    private static func digits(_ bytes: [UInt8]) -> [UInt8] { Array(HexText.text(bytes).utf8) }

    private static func little(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }

    private static func clock(_ form: Form, _ context: Context) -> [UInt8] {
        let seconds = context.now.nanoseconds / 1_000_000_000 + Int64(context.zoneSeconds)
        let day = Int(seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400)
        let second = Int(seconds) - day * 86_400
        let date = CivilDate(daysSince1970: day)
        let time = [second / 3600, second / 60 % 60, second % 60].map { UInt8($0) }
        if form == .bcd6 {
            return [UInt8(date.year % 100), UInt8(date.month), UInt8(date.day)].map(decimal) + time.map(decimal)
        }
        if form == .polarTime {
            let millisecond = Int((context.now.nanoseconds % 1_000_000_000 + 1_000_000_000) % 1_000_000_000) / 1_000_000
            let parts = [date.year, date.month, date.day]
            return ProtocolBuffer.message(1, parts) + ProtocolBuffer.message(2, time.map(Int.init) + [millisecond])
                + ProtocolBuffer.field(3, context.zoneSeconds / 60)
        }
        let weekday = UInt8(((day + 3) % 7 + 7) % 7 + 1)
        return little(UInt64(date.year), 2) + [UInt8(date.month), UInt8(date.day)] + time + [weekday, 0, 0]
    }

    private static func decimal(_ number: UInt8) -> UInt8 { (number / 10) << 4 | (number % 10) }
}
