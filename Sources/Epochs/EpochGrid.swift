import Signals

/// Where epochs of one length begin and end: at multiples of the length since 1970 in local time of a zone.
///
/// A change of the zone's offset that does not fall between two epochs ends one and begins another, so that no two
/// epochs overlap and every instant has one.
struct EpochGrid {
    let length: Int64
    let zone: Zone

    /// The seconds of the epoch in which `second` lies.
    func range(around second: Int64) -> Range<Int64> {
        let offset = offset(second)
        let wall = second + offset
        var start = wall - (wall % length + length) % length - offset
        var end = start + length
        if self.offset(start) != offset { start = firstSecond(of: offset, after: start, through: second) }
        if self.offset(end - 1) != offset { end = firstOther(than: offset, after: second, through: end - 1) }
        return start..<end
    }

    private func offset(_ second: Int64) -> Int64 {
        Int64(zone.offset(at: Instant(nanoseconds: second * 1_000_000_000)))
    }

    private func firstSecond(of offset: Int64, after low: Int64, through high: Int64) -> Int64 {
        var (low, high) = (low, high)
        while high - low > 1 {
            let middle = (low + high) / 2
            if self.offset(middle) == offset { high = middle } else { low = middle }
        }
        return high
    }

    private func firstOther(than offset: Int64, after low: Int64, through high: Int64) -> Int64 {
        var (low, high) = (low, high)
        while high - low > 1 {
            let middle = (low + high) / 2
            if self.offset(middle) == offset { low = middle } else { high = middle }
        }
        return high
    }
}
