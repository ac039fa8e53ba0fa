export PYTHONPATH=$PWD/analyzer:$PWD/refactorings:$PWD/lsp_server:$PWD/runtime:$PWD/cli:$PWD; unset PYTHONSAFEPATH
