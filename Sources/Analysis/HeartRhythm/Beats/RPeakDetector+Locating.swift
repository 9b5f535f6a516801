extension RPeakDetector {
    /// The place of the R peak within `seconds` of `center`, between samples: the peak of the band of QRS complexes, up
    /// or down as this heart's R waves point.
    mutating func locate(_ center: Int, within seconds: Double) -> Double {
        let reach = max(2, Int(seconds * rate))
        let first = max(raw.first + reach, center - reach)
        let end = min(raw.count - 1, center + reach)
        guard first + 2 < end else { return Double(max(0, center)) }
        let base = baseline(around: center)
        var (top, bottom) = (first, first)
        for index in first...end {
            if smooth(index) > smooth(top) { top = index }
            if smooth(index) < smooth(bottom) { bottom = index }
        }
        let (above, below) = (smooth(top) - base, base - smooth(bottom))
        polarity += 0.1 * ((above - below) / max(above + below, 1e-300) - polarity)
        let sign = polarity >= -0.05 ? 1.0 : -1.0
        let values = (first...end).map { sign * band.value(raw, at: $0) }
        guard let highest = values.indices.max(by: { values[$0] < values[$1] }) else { return Double(center) }
        return Double(first + highest) + Self.vertex(values, at: highest)
    }

    /// Between samples: how far off the highest of three the vertex of the parabola through them is.
    private static func vertex(_ values: [Double], at index: Int) -> Double {
        guard index > 0, index + 1 < values.count else { return 0 }
        let (before, here, after) = (values[index - 1], values[index], values[index + 1])
        let curve = before - 2 * here + after
        return curve != 0 ? min(0.5, max(-0.5, (before - after) / (2 * curve))) : 0
    }

    /// The mean over about 5 ms around a sample.
    private func smooth(_ index: Int) -> Double {
        let reach = Int(0.0026 * rate)
        guard reach > 0 else { return raw[index] }
        var sum = 0.0
        var count = 0.0
        for near in max(raw.first, index - reach)...min(raw.count - 1, index + reach) {
            sum += raw[near]
            count += 1
        }
        return sum / count
    }

    private func baseline(around center: Int) -> Double {
        var sum = 0.0
        var count = 0.0
        let reach = Int(0.15 * rate)
        for index in max(raw.first, center - reach)...max(raw.first, min(raw.count - 1, center + reach)) {
            sum += raw[index]
            count += 1
        }
        return count > 0 ? sum / count : 0
    }
}
