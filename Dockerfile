# The pipeline with the versions of requirements.lock:
#   docker build -t rocrepro . && docker run --rm -v "$PWD:/rocrepro" rocrepro
# The project's folder is the container's: results/ and ro-crate-metadata.json, which lies beside it, are written there.
FROM python:3.11-slim-bookworm

WORKDIR /rocrepro
COPY requirements.lock ./
RUN python -m pip install --no-cache-dir --compile --require-hashes -r requirements.lock
COPY . .
RUN python -m pip install --no-cache-dir --no-deps --no-build-isolation -e .

ENTRYPOINT ["python", "-m", "snakemake"]
CMD ["--cores", "all"]
