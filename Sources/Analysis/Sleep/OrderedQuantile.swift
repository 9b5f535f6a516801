/// Quantiles of sorted values.
enum OrderedQuantile {
    /// By linear interpolation between order statistics (type 7 of Hyndman and Fan); nil without a value.
    static func of(_ sorted: [Double], at quantile: Double) -> Double? {
        guard let last = sorted.indices.last else { return nil }
        let position = Double(last) * min(max(quantile, 0), 1)
        let low = Int(position)
        let high = min(low + 1, last)
        return sorted[low] + (position - Double(low)) * (sorted[high] - sorted[low])
    }
}
