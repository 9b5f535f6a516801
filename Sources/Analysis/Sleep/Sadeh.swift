import Glibc

/// The sleep index of Sadeh, Sharkey and Carskadon (Sleep 17, 1994) on one-minute counts.
///
/// 7.601 - 0.065 mean - 1.08 NAT - 0.056 SD - 0.703 ln(count + 1): the mean of 11 minutes around the minute, the number of
/// those with 50 ... 99 counts, and the standard deviation (n - 1) of the minute and the five before. Minutes beyond the
/// ends of the recording, and missing ones, count as zero, as in ActiLife.
enum Sadeh {
    /// Counts above this are cut.
    static let cap = 300.0

    /// The index of each minute; missing counts are NaN.
    static func index(_ counts: [Double]) -> [Double] {
        let half = 5
        let capped = counts.map { $0.isNaN ? 0 : min(max($0, 0), cap) }
        let zeros = [Double](repeating: 0, count: half)
        let padded = zeros + capped + zeros
        return capped.indices.map { minute in
            var sum = 0.0
            var natural = 0.0
            for place in minute...(minute + 2 * half) {
                let count = padded[place]
                sum += count
                if count >= 50 && count < 100 { natural += 1 }
            }
            var recent = 0.0
            for place in minute...(minute + half) { recent += padded[place] }
            let mean = recent / Double(half + 1)
            var squares = 0.0
            for place in minute...(minute + half) { squares += (padded[place] - mean) * (padded[place] - mean) }
            let deviation = (squares / Double(half)).squareRoot()
            return 7.601 - 0.065 * (sum / Double(2 * half + 1)) - 1.08 * natural - 0.056 * deviation
                - 0.703 * log(capped[minute] + 1)
        }
    }
}
