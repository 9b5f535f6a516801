import Signals

/// Reads stamps whose year comes first, most of which are of the same day as the one before.
struct ISODay {
    private var day: UInt64 = 0
    private var rest: UInt16 = 0
    private var midnight: Int64 = 0

    /// `YYYY-MM-DD HH:MM:SS` with or without a fraction of up to nine digits; nil for anything else, which may be a stamp.
    mutating func stamp(_ field: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard field.count >= 19, field.count <= 29, let base = UnsafeRawPointer(field.baseAddress) else { return nil }
        func number(_ index: Int) -> Int? {
            let (tens, ones) = (field[index] &- UInt8(ascii: "0"), field[index + 1] &- UInt8(ascii: "0"))
            return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
        }
        guard field[13] == UInt8(ascii: ":"), field[16] == UInt8(ascii: ":"), let hour = number(11), hour < 24,
            let minute = number(14), minute < 60, let second = number(17), second < 60
        else { return nil }
        var fraction = Int64(0)
        if field.count > 19 {
            guard field.count > 20, field[19] == UInt8(ascii: ".") else { return nil }
            for index in 20..<29 {
                let digit = index < field.count ? field[index] &- UInt8(ascii: "0") : 0
                guard digit < 10 else { return nil }
                fraction = fraction * 10 + Int64(digit)
            }
        }
        let (head, tail) = (base.loadUnaligned(as: UInt64.self), base.loadUnaligned(fromByteOffset: 8, as: UInt16.self))
        if head != day || tail != rest || midnight == 0 {
            guard field[10] == 0x20 || field[10] == UInt8(ascii: "T"),
                let found = WallText(field.prefix(10))?.stamp(.yearFirst)
            else { return nil }
            (day, rest, midnight) = (head, tail, found)
        }
        return midnight + Int64(hour * 3600 + minute * 60 + second) * 1_000_000_000 + fraction
    }
}
