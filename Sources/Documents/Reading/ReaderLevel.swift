/// How far a reader has come with texts of a kind.
public enum ReaderLevel: String, Word {
    case beginner, intermediate, advanced
}
