/// The figures of a night in words, rounded by one rule wherever they are told: time to the minute, shares to a tenth of a
/// percent. What goes over the wire is not rounded.
public enum SleepText {
    /// Minutes, such as `7 h 24 min` and `42 min`; a dash for what is no time.
    public static func minutes(_ value: Double) -> String {
        guard let whole = Int(exactly: value.rounded()) else { return "–" }
        return whole.magnitude < 60 ? "\(whole) min" : "\(whole / 60) h \(abs(whole % 60)) min"
    }

    /// A share in percent, such as `99.5 %`.
    public static func percent(_ value: Double) -> String { "\(tenth(value)) %" }

    /// A number to a tenth, always with its decimal.
    public static func tenth(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
