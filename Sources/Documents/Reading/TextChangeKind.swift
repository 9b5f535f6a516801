/// A kind of change that makes a text easier.
public enum TextChangeKind: String, Word {
    /// A long sentence became two.
    case splitSentence = "split_sentence"
    /// A plain word stands for a long one.
    case replaceWord = "replace_word"
    /// A rare word is explained; the word itself stays.
    case explainWord = "explain_word"
    /// A long paragraph became two.
    case chunk
}
