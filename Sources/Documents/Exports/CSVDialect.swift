/// For which program tables of comma-separated values are written.
public enum CSVDialect: String, Word {
    /// All that there is, for pandas and spreadsheets.
    case nightjar
    /// Epochs, as pyActigraphy's `read_raw_bba` takes them.
    case pyactigraphy
    /// Raw acceleration, as GGIR's `read.myacc.csv` takes it, with the call that reads it.
    case ggir
}
