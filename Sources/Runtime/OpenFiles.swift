import CLinux

/// The files that this process may have open at a time.
public enum OpenFiles {
    /// Raises the limit to what the system lets this account have, at most to 65 536.
    /// - Returns: the limit in force.
    @discardableResult
    public static func raiseLimit() -> Int { Int(nj_raise_open_files(65_536)) }
}
