@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// libFuzzer, driven from a Swift program.
public enum Fuzzer {
    /// Runs `test` on inputs without end, or as the program's arguments say; returns the exit code.
    /// - Parameter test: a file-scope function; whatever it traps on is a finding.
    public static func run(_ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt) -> CInt {
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        return runDriver(&count, &arguments, test)
    }
}
