import Signals

extension FrameDecoder {
    /// The time of the calendar at `offset`, in nanoseconds since the frame's epoch; nil where the device says by a zero
    /// that it does not know the day.
    /// - Throws: `DecodeError` for a time that there is not.
    func calendar(_ operation: FrameOperation, _ bytes: RawSpan, _ offset: Int) throws(DecodeError) -> Int64? {
        var (year, month, day) = (0, 0, 0)
        var (seconds, fraction) = (Int64(0), Int64(0))
        var place = offset
        for index in 0..<operation.pieceCount {
            let part = FieldFormat.CalendarPart.allCases[Int(constants[operation.pieces + index])]
            let low = try digit(bytes, place, operation, part)
            switch part {
            case .year:
                let high = try digit(bytes, place + 1, operation, part)
                let (first, second) = operation.isBigEndian ? (low, high) : (high, low)
                year = first * (operation.isDecimal ? 100 : 256) + second
            case .shortYear: year = 2000 + low
            case .month: month = low
            case .day: day = low
            case .hour: seconds += Int64(try bounded(low, 23, place)) * 3600
            case .minute: seconds += Int64(try bounded(low, 59, place)) * 60
            // A leap second is the second before it.
            case .second: seconds += Int64(min(try bounded(low, 60, place), 59))
            case .fraction: fraction = Int64(low) * 1_000_000_000 / 256
            case .skip: break
            }
            place += part.bytes
        }
        guard year != 0, month != 0, day != 0 else { return nil }
        guard let date = CivilDate(year: year, month: month, day: day), (1970...2200).contains(year) else {
            throw DecodeError(.invalid("there is no day \(year)-\(month)-\(day)"), at: offset)
        }
        return (Int64(date.daysSince1970) * 86_400 + seconds) * 1_000_000_000 + fraction &- operation.offset
    }

    private func digit(
        _ bytes: RawSpan, _ place: Int, _ operation: FrameOperation, _ part: FieldFormat.CalendarPart
    ) throws(DecodeError) -> Int {
        let byte = Int(bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self))
        guard operation.isDecimal, part != .skip, part != .fraction else { return byte }
        guard byte >> 4 < 10, byte & 15 < 10 else {
            throw DecodeError(.invalid("\(byte) is no pair of decimal digits"), at: place)
        }
        return (byte >> 4) * 10 + (byte & 15)
    }

    private func bounded(_ number: Int, _ most: Int, _ place: Int) throws(DecodeError) -> Int {
        guard number <= most else { throw DecodeError(.invalid("\(number) is above \(most)"), at: place) }
        return number
    }
}
