import Signals

extension Arguments {
    /// A day; nil when the option is not given.
    /// - Throws: a usage error for what is no day.
    func date(_ option: String) throws -> CivilDate? {
        try value(option).map { text in
            guard let date = CivilDate(text) else {
                throw usage("\(option) needs a day such as 2026-11-20, not “\(text)”.")
            }
            return date
        }
    }
}
