import TestKit

/// As much of the PhysioNet formats as the tests need: signals of format 212 and beat annotations of format MIT.
enum WFDBRecord {
    /// The first of two signals.
    static func signal(_ name: String) throws -> [Double] {
        let bytes = try TestData.bytes(name)
        return stride(from: 0, to: bytes.count - 2, by: 3).map { place in
            let value = Int(bytes[place]) | Int(bytes[place + 1] & 0x0F) << 8
            return Double(value > 2047 ? value - 4096 : value)
        }
    }

    /// The samples of all beats.
    static func beats(_ name: String) throws -> [Double] {
        let bytes = try TestData.bytes(name)
        func word(_ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }
        var (place, time, beats) = (0, 0, [Double]())
        while place + 1 < bytes.count, word(place) != 0 {
            let (code, value) = (word(place) >> 10, word(place) & 1023)
            place += 2
            switch code {
            case 59:
                time += word(place) << 16 + word(place + 2)
                place += 4
            case 60, 61, 62: break
            case 63: place += value + value % 2
            default:
                time += value
                // Beats are codes 1 to 13 and a few more; the rest is rhythm and noise.
                if (1...13).contains(code) || [25, 30, 34, 35, 38].contains(code) { beats.append(Double(time)) }
            }
        }
        return beats
    }
}
